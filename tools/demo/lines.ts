import type { PDFFont } from '@cantoo/pdf-lib';

/**
 * Breaks a text into lines.
 *
 * @param size of the letters, in points
 * @param width of a line, in points
 * @param hang how much later every line but the first begins, in points
 */
export function linesOf(text: string, font: PDFFont, size: number, width: number, hang = 0): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && font.widthOfTextAtSize(longer, size) > width - (lines.length > 0 ? hang : 0)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
