/** Texts of one line. Browsers import this file: it knows no protobuf. */

/** What cannot be seen in a title, breaks it, or makes it read as another one; as a part of a pattern. */
const NOT_OF_A_LINE = [
  // control characters and line breaks
  String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`,
  // marks that change the direction of writing
  String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`,
].join('');

/** A text of one line, or an empty one. */
export const ONE_LINE = new RegExp(`^[^${NOT_OF_A_LINE}]*$`);

/** What is said of a text that is not one line. */
export const notOneLine = (label: string): string =>
  `${label} must be one line without control characters and marks that change the direction of writing`;
