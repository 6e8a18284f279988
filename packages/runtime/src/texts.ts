/** Texts for formats that cannot hold every character. */

/** Forbidden in XML, apart from tab and line breaks, or without meaning. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
const BREAKS = /(?:\r\n|[\p{Cc}\u2028\u2029])+/gu;

/**
 * Without lone surrogates and noncharacters. PDFium, and thus Chrome's PDF viewer, writes U+FFFE for a hyphen at the
 * end of a line.
 */
const wellFormed = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\uFFFE', '-')
    .replace(/\p{Noncharacter_Code_Point}/gu, '');

/** Text that XML 1.0, mail and parsers accept: control characters become blanks, line breaks are line feeds. */
export const cleanText = (text: string): string => wellFormed(text).replace(/\r\n?/g, '\n').replace(CONTROLS, ' ');

/** The same in one line, for names. */
export const cleanLine = (text: string): string => wellFormed(text).replace(BREAKS, ' ');
