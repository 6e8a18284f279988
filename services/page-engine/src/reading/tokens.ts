/** Words as they are compared: without case, accents and punctuation. Plain functions, the same for pages and queries. */

/** Characters of a token: longer ones are noise. */
const MAX_TOKEN = 40;
/** Terms of one query. */
const MAX_TERMS = 10;

/** The tokens of a piece of text, in order: "Coal-Yard, Müller's" is coal, yard, mullers. */
export function tokensOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => token.slice(0, MAX_TOKEN));
}

/** What a page must hold: a word that begins like this, or these words one after the other. */
export type Term = { kind: 'word'; start: string } | { kind: 'phrase'; tokens: string[] };

/** The terms of a query; none when it has no letter or digit. Words in quotes are a phrase. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const [, quoted, word = ''] of query.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const tokens = tokensOf(quoted ?? word);
    if (tokens.length === 0) continue;
    // a single letter or digit would begin half of all words
    const exact = quoted !== undefined || (tokens.length === 1 && tokens[0]?.length === 1);
    if (exact) terms.push({ kind: 'phrase', tokens });
    else terms.push(...tokens.map((start): Term => ({ kind: 'word', start })));
  }
  return terms.slice(0, MAX_TERMS);
}
