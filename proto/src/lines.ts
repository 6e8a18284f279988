/** Single-line texts. Browser-safe: no protobuf. */

/** Regex class content: characters that are invisible, break the line or change its reading order. */
const NOT_OF_A_LINE = [
  // control characters and line breaks
  String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`,
  // bidirectional control characters
  String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`,
].join('');

export const ONE_LINE = new RegExp(`^[^${NOT_OF_A_LINE}]*$`);

export const notOneLine = (label: string): string =>
  `${label} must be one line without control characters and marks that change the direction of writing`;
