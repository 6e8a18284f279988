/** Normalizes words for search, equally for pages and queries: no case, accents or punctuation. */

/** Maximum token length; longer ones are noise. */
const MAX_TOKEN = 40;
const MAX_TERMS = 10;

/** Tokens in order: "Coal-Yard, Müller's" is coal, yard, mullers. */
export function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => token.slice(0, MAX_TOKEN));
}

/** A word prefix, or a phrase of consecutive words. */
export type Term = { kind: 'word'; start: string } | { kind: 'phrase'; tokens: string[] };

/** Parses a query; empty without letters or digits. Quoted words are a phrase. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const [, quoted, word = ''] of query.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const tokens = tokensOf(quoted ?? word);
    if (tokens.length === 0) continue;
    // a single character as prefix would match half of all words
    const exact = quoted !== undefined || (tokens.length === 1 && tokens[0]?.length === 1);
    if (exact) terms.push({ kind: 'phrase', tokens });
    else terms.push(...tokens.map((start): Term => ({ kind: 'word', start })));
  }
  return terms.slice(0, MAX_TERMS);
}
