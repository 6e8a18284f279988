/** Navigation state of the login screen. */
export interface LoginState {
  /** Path to return to, with query and hash. */
  from?: string;
  /** A protected screen was requested without a session (AUTH-04). */
  required?: boolean;
  /** The server ended an active session. */
  expired?: boolean;
  /** Message about why the session ended or single sign-on failed. */
  problem?: string;
  /** The user has just set a new password. */
  passwordChanged?: boolean;
}

/**
 * Validates the path to open after sign-in. Accepts screens of this SPA only, never another origin in any spelling
 * (`//host`, `/\host`, `/.//host`); otherwise the dashboard.
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
