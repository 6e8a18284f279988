/**
 * Path of a Symbio screen in user input; undefined unless it starts with a slash and resolves to this origin, unlike
 * `//host` or `/\host`.
 */
export function appPath(written: string): string | undefined {
  const here = window.location.origin;
  if (!written.startsWith('/') || !URL.canParse(written, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(written, here);
  // `/.//host` becomes `//host`, which browsers resolve to another origin
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}
