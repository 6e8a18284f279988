/** This machine lacks a program of an optional check. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram';
}
