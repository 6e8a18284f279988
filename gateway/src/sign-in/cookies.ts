import type { CookieOptions, Request, Response } from 'express';

/** An HttpOnly, same-site cookie for the session endpoints. */
export interface HiddenCookie {
  read(request: Request): string | undefined;
  /** @param maxAgeMs cookie lifetime in milliseconds */
  set(response: Response, value: string, maxAgeMs: number): void;
  clear(response: Response): void;
}

/** Refresh token cookie, sent to the session endpoints only. */
export const sessionCookie = (secure: boolean): HiddenCookie => hiddenCookie('symbio_session', '/api/auth', secure);

/**
 * @param secure whether the origin uses TLS: adds the `__Secure-` prefix (RFC 6265bis, 4.1.3.1). `__Host-` would send
 * the cookie to Keycloak and the file server, too.
 */
export function hiddenCookie(name: string, path: string, secure: boolean): HiddenCookie {
  const fullName = secure ? `__Secure-${name}` : name;
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', secure, path };
  return {
    read(request) {
      const pairs = (request.headers.cookie ?? '').split('; ');
      return pairs.find((pair) => pair.startsWith(`${fullName}=`))?.slice(fullName.length + 1) || undefined;
    },
    set: (response, value, maxAge) => void response.cookie(fullName, value, { ...options, maxAge }),
    clear: (response) => void response.clearCookie(fullName, options),
  };
}
