/** As on the server, for highlighting. Pure functions. */

/** One letter or digit would match too much. */
export const MIN_LETTERS = 2;

export const isSearchable = (words: string): boolean => tokensOf(words).join('').length >= MIN_LETTERS;

/** Without case, accents and punctuation. */
export function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Each typed word is a prefix of a word of the name; empty input matches all. */
export function isMeant(name: string, typed: string): boolean {
  const words = tokensOf(name);
  return tokensOf(typed).every((token) => words.some((word) => word.startsWith(token)));
}

export function hitAddress(
  projectId: string,
  hit: { document_id: string; page_number: number },
  words: string,
): string {
  const query = new URLSearchParams({ page: String(hit.page_number), q: words });
  return `/projects/${projectId}/documents/${hit.document_id}?${query.toString()}`;
}
