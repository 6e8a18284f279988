/** Most characters of a comment, as people count them (ISSUE-40, CONST-21). */
export const MAX_COMMENT = 5000;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters of a text as people count them: a family of four is one, though it is eleven units of UTF-16. */
export const graphemes = (text: string): number => [...segmenter.segment(text)].length;

/** Why a comment cannot be sent as it is; undefined when it can. */
export function commentRefusal(content: string): string | undefined {
  const text = content.trim();
  if (text === '') return 'Comment is required';
  // never more characters than units
  return text.length > MAX_COMMENT && graphemes(text) > MAX_COMMENT ? 'Comment is too long' : undefined;
}
