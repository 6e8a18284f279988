/** Dependencies that the image of a program does without, by the program's name. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>>;
/** Optional dependencies that no image has, by the package that names them. */
export const UNWANTED_OPTIONAL: Readonly<Record<string, readonly string[]>>;
