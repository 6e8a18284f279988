const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Maximum average UTF-16 units per grapheme: the longest emoji have 15. */
const UNITS_EACH = 16;

/** Whether a text has at most `max` graphemes; a family emoji of four counts as one. */
export function hasAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  // a letter with a thousand accents is one grapheme, but not real text
  if (text.length > max * UNITS_EACH) return false;
  const characters = segmenter.segment(text)[Symbol.iterator]();
  for (let count = 0; count <= max; count += 1) if (characters.next().done) return true;
  return false;
}
