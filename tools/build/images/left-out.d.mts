/** Dependencies that a program's image leaves out, by program. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>>;
/** Optional dependencies that no image has, by the package that names them. */
export const UNWANTED_OPTIONAL: Readonly<Record<string, readonly string[]>>;
