export interface LoginState {
  from?: string;
  /** A protected screen was requested (AUTH-04). */
  required?: boolean;
  expired?: boolean;
  /** Why the session ended or single sign-on failed. */
  problem?: string;
  passwordChanged?: boolean;
}

/**
 * Screens of this SPA only, never another origin in any spelling (`//host`, `/\host`, `/.//host`); otherwise the
 * dashboard.
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
