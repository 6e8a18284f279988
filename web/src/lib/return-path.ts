/** What the login screen learns about how the visitor came there. */
export interface LoginState {
  /** Path to return to after signing in, with query and hash. */
  from?: string;
  /** Set when a screen was asked for without a session (AUTH-04). */
  required?: boolean;
  /** Set when the session ended at the server while it was in use. */
  expired?: boolean;
  /** Why the session ended or a single sign-on came to nothing, where there is more to say: a sentence. */
  problem?: string;
  /** Set by somebody who has just chosen a new password. */
  passwordChanged?: boolean;
}

/**
 * The path to go to after signing in. Only screens of this SPA are followed, never an address from elsewhere, however it is
 * spelled (`//host`, `/\host`, `/.//host`); everything else leads to the dashboard.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  const here = window.location.origin;
  if (!URL.canParse(wanted, here)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, here);
  if (
    origin !== here ||
    pathname.startsWith('//') ||
    /^\/(login|register|forgot-password|reset-password)(\/|$)/.test(pathname)
  )
    return '/';
  return `${pathname}${search}${hash}`;
}
