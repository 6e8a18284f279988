/** Letters, digits and emoji as people count them. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 units that one character may have on average: the longest emoji have 15, and no text is made of these alone. */
const UNITS_EACH = 16;

/** Whether a text has at most so many characters as people count them: a family of four is one. */
export function hasAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  // a letter under a thousand accents is one character, too, but nobody's text
  if (text.length > max * UNITS_EACH) return false;
  const characters = segmenter.segment(text)[Symbol.iterator]();
  for (let count = 0; count <= max; count += 1) if (characters.next().done) return true;
  return false;
}
