/** Entries of a directory page: name, heading, street and year. */
import type { LetteredWord } from '../spotting/reading.js';
import type { Meanings } from '../spotting/vocabulary.js';
import { addressesIn, hasStreetKind, inSmallLetters, leadingNumber, streetOf } from './addresses.js';
import type { Line } from './lines.js';
import { tradesIn, type Trade } from './trades.js';
import { yearsIn, type YearText } from './years.js';

/** Word of an entry; ditto marks are replaced by the words they repeat. */
export interface EntryToken {
  text: string;
  word: LetteredWord;
}

export interface Entry {
  tokens: readonly EntryToken[];
  heading: { text: string; trade: Trade | undefined } | undefined;
  /** Address from context: the street list, or the address of an abstract. */
  address: string | undefined;
  /** Index of the first token after the leading number, address or year. */
  from: number;
  /** First evidence token, if earlier tokens are shared with other entries. */
  evidenceFrom?: number;
  year: YearText | undefined;
  /** Of the heading above, which names street and year. */
  headingYear?: YearText | undefined;
}

const DITTO = /^(?:["“”„'`′]{1,2}|''|,,|do\.?|—+|–+|--+|-)$/;
/** Year beside the street in a heading. */
const YEAR_ALONE = /\(?\b[12]\d{3}(?:\s?[-–/]\s?\d{2,4})?\)?/;
const CONTINUED = /\W*\(?\bcont(?:inued|'?d|d)?\b\W*$/i;
/** Street list lines that mark intersections with other streets. */
const CROSS_STREET = /\b(?:intersects?|crosses|begins|ends|commences|crossing)\b/i;
const REFERENCE = /^\(?(?:see(?: also)?|also)\b/i;
/** Indent, in letter heights, of an entry's second line. */
const HANGING = 0.7;
/** Minimum margin on both sides of a centred heading. */
const CENTRED = 1.4;
/** On a page mostly in capitals, capitals do not identify headings. */
const MOSTLY_CAPITALS = 0.5;
const HEADING_WORDS = 8;

/** Number, even if some digits were misread; not a word whose letters resemble digits. */
const hasNumber = (text: string): boolean =>
  text.split(/\s+/).some((word) => 2 * word.replace(/\D/g, '').length >= word.length);
const isCapitals = (text: string): boolean => {
  const letters = text.replace(/[^A-Za-z]/g, '');
  return letters.length >= 4 && letters.replace(/[^A-Z]/g, '').length >= 0.85 * letters.length;
};
const isTitled = (text: string): boolean =>
  text.split(/\s+/).every((word) => /^[^A-Za-z]*[A-Z]/.test(word) || /^(?:&|and|of|the|for|—|-)$/.test(word));
const beginsWithYears = (text: string): boolean => /^\(?(?:1[89]|20)\d\d\b/.test(text);

/** State from previous lines. */
interface Context {
  /** Most lines begin with a house number: a name follows the number, whether or not the street is known. */
  isStreetList: boolean;
  heading: Entry['heading'];
  street: string | undefined;
  streetIsCapitals: boolean;
  address: string | undefined;
  year: YearText | undefined;
}

/** Where a search reports a street of one edition: "LOCUST ST  1964  Source: Polk". */
export function streetAndYearOf(text: string, latest: number): { street: string; year: YearText } | undefined {
  const [listed = ''] = text.split(/\s*\bsource\b/i);
  const years = yearsIn(listed, latest);
  const [year] = years;
  if (!year || years.length > 1) return undefined;
  const street = streetOf(listed.replace(YEAR_ALONE, ' ').trim());
  return street === undefined ? undefined : { street: inSmallLetters(street), year };
}

/**
 * @param lines of a page in reading order, without header and footer
 * @param opening street that the header names
 */
export function entriesOf(lines: readonly Line[], latest: number, meanings: Meanings, opening?: string): Entry[] {
  const capitals = lines.filter(({ text }) => isCapitals(text)).length > MOSTLY_CAPITALS * lines.length;
  const isStreetList =
    lines.filter(({ words }) => leadingNumber(words.map(({ text }) => text))).length > lines.length / 2;
  const context: Context = {
    isStreetList,
    heading: undefined,
    street: opening,
    streetIsCapitals: false,
    address: undefined,
    year: undefined,
  };
  const entries: Entry[] = [];
  let open: Line[] = [];
  let before: readonly EntryToken[] = [];

  const close = (): void => {
    if (open.length === 0) return;
    const tokens = withoutDittos(tokensOf(open), before, context.street !== undefined);
    before = tokens;
    open = [];
    entries.push(...entriesIn(tokens, context, latest));
  };

  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.column === line.column ? lines[index + 1] : undefined;
    if (CROSS_STREET.test(line.text)) {
      close();
      continue;
    }
    const section = streetAndYearOf(line.text, latest);
    if (section) {
      close();
      Object.assign(context, { ...section, heading: undefined, address: undefined, streetIsCapitals: true });
      continue;
    }
    if (!isMiddle(line, capitals) && isContinuation(line, open, context)) {
      open.push(line);
      continue;
    }
    close();
    if (REFERENCE.test(line.text)) continue;
    const street = streetOf(line.text) ?? (isStreetList ? streetByPlace(line) : undefined);
    if (street && (!context.street || isCapitals(street) || !context.streetIsCapitals)) {
      Object.assign(context, {
        ...{ heading: undefined, address: undefined },
        ...{ street: inSmallLetters(street), streetIsCapitals: isCapitals(street) },
      });
    } else if (isAddressAlone(line.text) && next && beginsWithYears(next.text)) {
      Object.assign(context, { address: inSmallLetters(line.text.replace(/[.,:]+$/, '')), heading: undefined });
    } else if (isHeading(line, next, { capitals, inHeading: context.heading !== undefined }, meanings)) {
      const text = line.text.replace(CONTINUED, '').replace(/^[^\p{L}]+|[^\p{L})]+$/gu, '');
      const [trade] = strongest(tradesIn(wordsOf(line), { isHeading: true }, meanings));
      Object.assign(context, { heading: { text, trade }, street: undefined, address: undefined });
    } else open = [line];
  }
  close();
  return entries;
}

/** Heading centred in its column, not an entry's second line. */
function isMiddle({ text, indent, short }: Line, capitals: boolean): boolean {
  if (hasNumber(text) || indent < HANGING || !isTitled(text)) return false;
  if (isCapitals(text) && !capitals) return true;
  return indent >= CENTRED && short >= CENTRED && Math.abs(indent - short) < 0.35 * (indent + short);
}

/** In a list of house numbers a short line in capitals is a street, even if its kind was misread. */
function streetByPlace({ text, words }: Line): string | undefined {
  const plain = text.replace(/\s*[—–(-].*$/, '').replace(/[.,]+$/, '');
  return isCapitals(plain) && words.length <= 5 && !hasNumber(plain) ? plain : undefined;
}

const strongest = (trades: readonly Trade[]): Trade[] => [...trades].sort((a, b) => b.confidence - a.confidence);
const wordsOf = ({ words }: Line) => words.map(({ text, confidence }) => ({ text, confidence }));

function isContinuation(line: Line, open: readonly Line[], { street }: Context): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last || first.column !== line.column || line.column === -1) return false;
  if (DITTO.test(line.words[0]?.text ?? '') || beginsWithYears(line.text)) return false;
  if (street && leadingNumber(line.words.map(({ text }) => text))) return false;
  if (line.box.y - last.box.y > 2.2 * last.box.height + 2) return false;
  if (line.indent - first.indent >= HANGING) return true;
  if (line.indent - first.indent < -HANGING) return false;
  if (/[-,;&]$/.test(last.text) || /\b(?:and|of|cor|nr)$/.test(last.text)) return true;
  // a name alone in large letters, with its address on the line below
  return isCapitals(first.text) && !hasNumber(first.text) && open.length === 1 && isAddressAlone(line.text);
}

/** "214 Main St" without other text. */
function isAddressAlone(text: string): boolean {
  const tokens = text.split(/\s+/);
  const [address] = addressesIn(tokens);
  return address !== undefined && address.from === 0 && tokens.length - address.to <= 0;
}

function isHeading(
  line: Line,
  next: Line | undefined,
  { capitals, inHeading }: { capitals: boolean; inHeading: boolean },
  meanings: Meanings,
): boolean {
  const { text, words } = line;
  if (hasNumber(text) || words.length > HEADING_WORDS || DITTO.test(words[0]?.text ?? '')) return false;
  // a name followed by its address, or an entry with an indented second line
  if (next && isAddressAlone(next.text)) return false;
  const goesOn = next !== undefined && next.indent - line.indent >= HANGING;
  const isCentred = line.indent >= CENTRED && line.short >= CENTRED;
  if (isCapitals(text) && !capitals) return !goesOn || isCentred;
  if (/[,;]/.test(text)) return false;
  // among entries with addresses, a line without one separates them, however it was read
  if (inHeading && !goesOn && words.length <= 4) return true;
  if (!isTitled(text)) return false;
  if (isCentred || CONTINUED.test(text)) return true;
  return !goesOn && (tradesIn(wordsOf(line), { isHeading: true }, meanings).length > 0 || words.length <= 4);
}

const tokensOf = (lines: readonly Line[]): EntryToken[] => {
  const tokens: EntryToken[] = [];
  for (const { words } of lines)
    for (const [index, word] of words.entries()) {
      const last = tokens.at(-1);
      // a word hyphenated at the end of its line
      if (index === 0 && last && /[a-z]-$/.test(last.text) && /^[a-z]/.test(word.text))
        tokens[tokens.length - 1] = { text: last.text.slice(0, -1) + word.text, word: last.word };
      else tokens.push({ text: word.text, word });
    }
  return tokens;
};

/** Leading ditto mark repeats the number in a street list, elsewhere the name. */
function withoutDittos(tokens: readonly EntryToken[], before: readonly EntryToken[], isStreet: boolean): EntryToken[] {
  const [mark] = tokens;
  if (!mark || !DITTO.test(mark.text)) return [...tokens];
  const number = isStreet ? leadingNumber(before.map(({ text }) => text)) : undefined;
  const meant = number ? before.slice(0, number.to) : before.slice(0, 1);
  return [...meant.map(({ text }) => ({ text, word: mark.word })), ...tokens.slice(1)];
}

/** Entries of one text: several if it covers several years. */
function entriesIn(tokens: readonly EntryToken[], context: Context, latest: number): Entry[] {
  const texts = tokens.map(({ text }) => text);
  const { heading, street, address, isStreetList, year: headingYear } = context;
  const isNumbered = isStreetList || street !== undefined;
  const base = { tokens, heading, year: undefined, headingYear, from: 0, address: undefined };
  const [own] = addressesIn(texts);
  // in a street list the word after a number is a person's name
  const leading = own?.from === 0 && (!isNumbered || hasStreetKind(own.text)) ? own : undefined;
  const begin = leading?.to ?? 0;
  if (leading || address) {
    const years = clausesOfYears(texts, begin, latest);
    const whose = leading ? leading.text : address;
    if (years.length > 0)
      return years.map(({ at, from, to, year }) => ({
        ...{ ...base, address: whose, year, from: begin + from - at, evidenceFrom: begin },
        tokens: [...tokens.slice(0, begin), ...tokens.slice(at, to)],
      }));
  }
  const number = leadingNumber(texts);
  if (isNumbered && number && !leading)
    return [{ ...base, address: street && `${number.text} ${street}`, from: number.to }];
  if (leading) return [{ ...base, address: leading.text, from: leading.to }];
  return [base];
}

/** "1890 and 1905: coal dealer; 1931: coal and ice": each clause with its years. */
function clausesOfYears(texts: readonly string[], begin: number, latest: number) {
  const clauses: { at: number; from: number; to: number; year: YearText }[] = [];
  let at = begin;
  while (at < texts.length) {
    let to = at;
    while (to < texts.length && /^(?:\(?(?:1[89]|20)\d\d(?:[-–]\d{2,4})?[):,.;]*|and|&|to|–|-)$/.test(texts[to] ?? ''))
      to++;
    const years = yearsIn(texts.slice(at, to).join(' '), latest);
    const [first] = years;
    if (!first || to === at) {
      if (clauses.length === 0) return [];
      at++;
      continue;
    }
    let end = to;
    while (end < texts.length && !/[;.]$/.test(texts[end] ?? '') && !startsClause(texts, end)) end++;
    if (end < texts.length && !startsClause(texts, end)) end++;
    const text = texts
      .slice(at, to)
      .join(' ')
      .replace(/[:,.;()]+$/g, '')
      .replaceAll('(', '');
    clauses.push({ at, from: to, to: end, year: { ...first, text } });
    at = end;
  }
  return clauses;
}

const startsClause = (texts: readonly string[], at: number): boolean =>
  /^\(?(?:1[89]|20)\d\d\)?:$/.test(texts[at] ?? '');
