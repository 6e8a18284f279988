import type { CookieOptions, Request, Response } from 'express';

/** A cookie of the session calls that no script and no other site gets hold of. */
export interface HiddenCookie {
  read(request: Request): string | undefined;
  /** @param maxAgeMs milliseconds until the browser forgets it */
  set(response: Response, value: string, maxAgeMs: number): void;
  clear(response: Response): void;
}

/** The cookie that holds the refresh token; it travels to the session calls only. */
export const sessionCookie = (secure: boolean): HiddenCookie => hiddenCookie('symbio_session', '/api/auth', secure);

/**
 * @param path the calls it travels to
 * @param secure whether the origin is served over TLS: then the name says so, and browsers take it over TLS only (RFC 6265bis,
 * 4.1.3.1). `__Host-` would send it with every request of the origin, also to Keycloak and the file server behind us.
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
