/** Normalizes words for search, equally for pages and queries: no case, accents or punctuation. */

/** Maximum token length; longer ones are noise. */
const MAX_TOKEN = 40;
const MAX_TERMS = 10;
/** Shorter piece of a word, such as "co" of "co-op", says too little on its own. */
const SHORT_PIECE = 2;
/** Letters with blanks between them that are one word rather than a list of letters. */
const SPACED_LETTERS = 3;
const MAX_SEQUENCES = 8;

const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’\u00ad]/g, '');

/** Tokens in order: "Coal-Yard, Müller's" is coal, yard, mullers. */
export const tokensOf = (text: string): string[] => unitsOf(text).flatMap(({ tokens }) => tokens);

/** Part of a word: its tokens, and the token that they form without their marks: "co-op" is co, op, and coop. */
export interface Unit {
  tokens: readonly string[];
  merged?: string;
}

/** Numbers such as 10,000, or letters and digits. */
const PIECE = /(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu;
/** U+FFFE: a hyphen at the end of a line, as PDFium writes it. */
const HYPHEN = /^[-\u2010\u2011\ufffe]$/u;
const SEPARATOR = /^(?:[.-]|\.?&\.?|[\u2010\u2011\ufffe])$/u;

interface Piece {
  text: string;
  before: string;
}

/** Units in order: "10,000-gallon U.S.T." is 10,000 (10000), gallon, and u.s.t. (ust). */
export function unitsOf(text: string): Unit[] {
  return plainOf(text)
    .split(/\s+/u)
    .flatMap((word) => mergedPieces(piecesOf(word)));
}

function piecesOf(word: string): Piece[] {
  let end = 0;
  return [...word.matchAll(PIECE)].map((match, index) => {
    const [text] = match;
    const before = index === 0 ? '' : word.slice(end, match.index);
    end = match.index + text.length;
    return { text, before };
  });
}

function mergedPieces(pieces: readonly Piece[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < pieces.length;) {
    let to = at + 1;
    while (to < pieces.length && isJoined(pieces, to)) to++;
    const group = pieces.slice(at, to);
    const [only] = group;
    if (only?.text.includes(',')) {
      const tokens = only.text.split(',');
      units.push({ tokens, merged: cut(tokens.join('')) });
    } else {
      const merged = mergedText(group);
      const tokens = group.map((piece) => cut(piece.text));
      units.push(merged === undefined ? { tokens } : { tokens, merged });
    }
    at = to;
  }
  return units;
}

const cut = (token: string): string => token.slice(0, MAX_TOKEN);

const isJoined = (pieces: readonly Piece[], at: number): boolean => {
  const [one, other] = [pieces[at - 1], pieces[at]];
  if (!one || !other || one.text.includes(',') || other.text.includes(',')) return false;
  // 3.5 and 1920-30 are not 35 and 192030
  if (/\d$/.test(one.text) && /^\d/.test(other.text)) return false;
  if (HYPHEN.test(other.before)) return true;
  const isShort = [one, other].some(({ text }) => text.length <= SHORT_PIECE);
  return isShort && SEPARATOR.test(other.before);
};

/** Without marks, but "&": A&P is not AP. */
function mergedText(group: readonly Piece[]): string | undefined {
  if (group.length < 2) return undefined;
  const text = group.map((piece) => (piece.before.includes('&') ? '&' : '') + piece.text).join('');
  return text.length > MAX_TOKEN ? undefined : text;
}

export const isInitials = ({ tokens, merged }: Unit): boolean =>
  merged !== undefined && tokens.every((token) => /^\p{L}$/u.test(token));

/** Letter that a word consists of, with its marks: "U", "U." or "&P". */
export interface SpacedLetter {
  letter: string;
  /** Belongs to its neighbour even if they are only two: it has a full stop or an "&". */
  isInitial: boolean;
  hasAndBefore: boolean;
  hasAndAfter: boolean;
}

/** Undefined: the word is more than one capital letter. A lone "&" has no letter. */
export function spacedLetter(word: string): SpacedLetter | undefined {
  const [, before, letter, after] = /^(&?)([\p{Lu}\p{Lo}]?)\.?(&?)[,;:]?$/u.exec(word) ?? [];
  if (letter === undefined || (letter === '' && word !== '&')) return undefined;
  const tokens = tokensOf(letter);
  return {
    letter: tokens[0] ?? '',
    isInitial: /[.&]/.test(word),
    hasAndBefore: before === '&',
    hasAndAfter: after === '&' || letter === '',
  };
}

/** Word that letters with blanks between them form: "K E R O S E N E", "U. S. T.", "A & P". */
export function mergedLetters(letters: readonly SpacedLetter[]): string | undefined {
  const count = letters.filter(({ letter }) => letter !== '').length;
  if (count < 2) return undefined;
  if (count < SPACED_LETTERS && !letters.slice(0, -1).every(({ isInitial }) => isInitial)) {
    const hasAnd = letters.some(({ hasAndBefore, hasAndAfter }) => hasAndBefore || hasAndAfter);
    if (!hasAnd) return undefined;
  }
  let merged = '';
  let isAnd = false;
  for (const { letter, hasAndBefore, hasAndAfter } of letters) {
    merged += (merged !== '' && letter !== '' && (isAnd || hasAndBefore) ? '&' : '') + letter;
    isAnd = hasAndAfter;
  }
  return cut(merged);
}

/** Word prefix, also written as one of `sequences`; or a phrase: one of some sequences of consecutive tokens. */
export type Term =
  | { kind: 'word'; start: string; sequences?: readonly (readonly string[])[] }
  | { kind: 'phrase'; sequences: readonly (readonly string[])[] };

/** Parses a query; empty without letters or digits. Quoted words are a phrase. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const [, quoted, plain = ''] of query.matchAll(/"([^"]*)"|([^"]+)/g)) {
    if (quoted === undefined) terms.push(...wordsOf(plain).flatMap(termsOfWord));
    else {
      const sequences = sequencesOf(wordsOf(quoted));
      if (sequences.length > 0) terms.push({ kind: 'phrase', sequences });
    }
  }
  return terms.slice(0, MAX_TERMS);
}

/** Letters with blanks between them are one word. */
function wordsOf(text: string): (string | { merged: string })[] {
  const words: (string | { merged: string })[] = [];
  let letters: { word: string; letter: SpacedLetter }[] = [];
  const end = (): void => {
    const merged = mergedLetters(letters.map(({ letter }) => letter));
    words.push(...(merged === undefined ? letters.map(({ word }) => word) : [{ merged }]));
    letters = [];
  };
  for (const word of text.split(/\s+/u)) {
    // typed in any case
    const letter = word === '' ? undefined : spacedLetter(word.toUpperCase());
    if (letter) letters.push({ word, letter });
    else {
      end();
      words.push(word);
    }
  }
  end();
  return words;
}

/** Initials are only searched as such: their letters are everywhere. */
const waysOf = (unit: Unit): (readonly string[])[] => {
  if (unit.merged === undefined) return [unit.tokens];
  return isInitials(unit) ? [[unit.merged]] : [[unit.merged], unit.tokens];
};

function sequencesOf(words: readonly (string | { merged: string })[]): string[][] {
  const units = words.flatMap((word) => (typeof word === 'string' ? unitsOf(word) : [{ tokens: [word.merged] }]));
  if (units.length === 0) return [];
  return units.reduce<string[][]>(
    (sequences, unit) =>
      waysOf(unit)
        .flatMap((way) => sequences.map((sequence) => [...sequence, ...way]))
        .slice(0, MAX_SEQUENCES),
    [[]],
  );
}

function termsOfWord(word: string | { merged: string }): Term[] {
  if (typeof word !== 'string') {
    const { merged } = word;
    if (merged.length <= SPACED_LETTERS || merged.includes('&')) return [{ kind: 'phrase', sequences: [[merged]] }];
    return [{ kind: 'word', start: merged }];
  }
  const units = unitsOf(word);
  const tokens = units.flatMap((unit) => unit.tokens);
  const [unit] = units;
  if (!unit) return [];
  if (tokens.every((token) => token.length > SHORT_PIECE) || (tokens.length === 1 && tokens[0]?.length === SHORT_PIECE))
    return tokens.map((start): Term => ({ kind: 'word', start }));
  const isPrefix = units.length === 1 && unit.merged !== undefined && /^\p{L}{3,}$/u.test(unit.merged);
  if (isPrefix && !isInitials(unit)) return [{ kind: 'word', start: unit.merged ?? '', sequences: [unit.tokens] }];
  // a single character as prefix would match half of all words
  return [{ kind: 'phrase', sequences: sequencesOf([word]) }];
}
