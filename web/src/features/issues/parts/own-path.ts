/**
 * The path of a screen of Symbio in what somebody wrote: it begins with a slash, and this origin answers for it however it is
 * spelled (`//host`, `/\host`); undefined for everything else.
 */
export function ownPath(written: string): string | undefined {
  const here = window.location.origin;
  if (!written.startsWith('/') || !URL.canParse(written, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(written, here);
  // `/.//host` becomes `//host`, which a browser would read as another origin
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}
