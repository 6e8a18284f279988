/** Dependencies that the image of a program does without, by the program's name. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>>;
