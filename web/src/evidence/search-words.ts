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

/** A piece of a snippet, marked where it is what was looked for. */
export interface SnippetPart {
  text: string;
  isHit: boolean;
}

/** Cuts a snippet into words that were looked for and the text between them. */
export function markedParts(snippet: string, words: string): SnippetPart[] {
  const wanted = tokensOf(words);
  const parts: SnippetPart[] = [];
  for (const piece of snippet.split(/(\s+)/)) {
    const isHit = tokensOf(piece).some((token) => wanted.some((start) => token.startsWith(start)));
    const last = parts.at(-1);
    if (last && last.isHit === isHit) last.text += piece;
    else parts.push({ text: piece, isHit });
  }
  return parts;
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
