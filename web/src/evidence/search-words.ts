/** How the server compares words, for what is marked in its answers. Plain functions. */

/** A search begins with this many letters or digits: one would begin half of all words. */
export const LEAST_LETTERS = 2;

/** Whether there is something to look for. */
export const isSearchable = (words: string): boolean => tokensOf(words).join('').length >= LEAST_LETTERS;

/** Words without case, accents and punctuation. */
export function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether each word that is typed begins a word of a name; nothing typed fits all names. */
export function isMeant(name: string, typed: string): boolean {
  const words = tokensOf(name);
  return tokensOf(typed).every((token) => words.some((word) => word.startsWith(token)));
}

/** Address of a hit: the page, with the words to outline on it. */
export function hitAddress(
  projectId: string,
  hit: { document_id: string; page_number: number },
  words: string,
): string {
  const query = new URLSearchParams({ page: String(hit.page_number), q: words });
  return `/projects/${projectId}/documents/${hit.document_id}?${query.toString()}`;
}
