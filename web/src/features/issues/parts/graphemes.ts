/** Graphemes (ISSUE-40, CONST-21). */
export const MAX_COMMENT = 5000;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A family emoji of four is one, though it has eleven UTF-16 units. */
export const graphemes = (text: string): number => [...segmenter.segment(text)].length;

export function commentRefusal(content: string): string | undefined {
  const text = content.trim();
  if (text === '') return 'Comment is required';
  // cheap check first: there are never more graphemes than units
  return text.length > MAX_COMMENT && graphemes(text) > MAX_COMMENT ? 'Comment is too long' : undefined;
}
