/** House numbers and streets in the lines of directories and letters. */

/** Address as printed, and its token range in the line. */
export interface Address {
  text: string;
  /** Token range, end exclusive. */
  from: number;
  to: number;
  /** Residential: marked by h, r, bds or rms. */
  isHome: boolean;
}

const STREET =
  /^(?:[s5][tfl1]|str|street|ave|av|aves|avenue|rd|road|blvd|bvd|boul|boulevard|la|ln|lane|pl|place|ct|court|pike|alley|al|ter|terrace|sq|square|dr|drive|hwy|highway|way|row|parkway|pkwy)[.,;:]*$/i;
const DIRECTION = /^(?:[NSEW]|[NS][EW]|north|south|east|west)\.?$/i;
/** Includes letters commonly misread for digits; at least one digit must have been read correctly. */
const NUMBER = /^[#(]?(?=[^\d]*\d)([\dlIOoSB|]{1,5})(?:½|[a-fA-F]|-\d{1,5}|\/\d{1,5})?[).,]?$/;
const ORDINAL = /^\d{1,3}(?:st|d|nd|rd|th)[.,;:]*$/i;
/** Markers before a home address; a funeral home does not count. */
const HOME = /^\(?(?:[hH]|[rR]|res|bds?|b|rms?|home|lives|do\.? h)[.°)]*$/;
/** A marker read as one word with its number: h214. */
const HOME_NUMBER = /^(?:h|r|bds|b|rms)[.°]?(\d{1,5})[.,]?$/;
/** Words between the streets of a corner, or before the street a site is near. */
const CORNER = /^(?:cor|corner|c|nr|near|opp|opposite|bet|between|ft|foot|ab|above|bel|below|cr)\.?$/i;
const SIDE = /^(?:n|s|e|w|ne|nw|se|sw)\.?$/i;
/** "Main St & Elm": joins two streets. */
const AND = /^(?:&|and)$/i;
/** Counted nouns after a number, which are not streets: 12 cars, 550 gallons. */
const COUNTED =
  /^(?:gal|gals|gallon|gallons|cars|tanks?|ust|usts|ft|feet|acres?|years?|of|and|&|to|inch|in|bbls?|barrels?|x|lbs?|stories|story|bldgs?|pages?|nos?|january|february|march|april|may|june|july|august|september|october|november|december)[.,;:]*$/i;
const endsClause = (text: string): boolean => /[,;:]$/.test(text);
/** Word of a street name: "Main", "Ninth", "3d", "O'Hara". Some directories print in capitals. */
const isStreetName = (text: string): boolean => (/^[A-Z0-9]/.test(text) || ORDINAL.test(text)) && !COUNTED.test(text);

/** Corrects misread digits of a house number. */
const figures = (text: string): string =>
  text.replace(
    /[lIOoSB|]/g,
    (letter) => ({ l: '1', I: '1', '|': '1', O: '0', o: '0', S: '5', B: '8' })[letter] ?? letter,
  );

const clean = (text: string): string => text.replace(/^[(#]+|[).,;:]+$/g, '');

/** Maximum tokens of a street name, excluding its kind. */
const MOST_NAMES = 3;

/** Addresses of a line, in order. The street kind is optional, as in directories: "214 Main". */
export function addressesIn(tokens: readonly string[], from = 0): Address[] {
  const found: Address[] = [];
  for (let at = from; at < tokens.length; at++) {
    const address = addressAt(tokens, at) ?? cornerAt(tokens, at);
    if (!address) continue;
    found.push(address);
    at = address.to - 1;
  }
  return found;
}

function addressAt(tokens: readonly string[], at: number): Address | undefined {
  const token = tokens[at] ?? '';
  const glued = HOME_NUMBER.exec(token);
  if (!glued && !NUMBER.test(token)) return undefined;
  const number = glued?.[1] ?? figures(clean(token));
  let end = at + 1;
  // "214½" read as "214 1/2"
  const half = /^(?:1\/2|½)$/.test(tokens[end] ?? '') ? '½' : '';
  if (half) end++;
  const street = streetFrom(tokens, end);
  if (!street) return undefined;
  const before = /^rear$/i.test(tokens[at - 1] ?? '') ? at - 2 : at - 1;
  const isHome = glued !== null || HOME.test(tokens[before] ?? '');
  return { text: `${number}${half} ${street.text}`, from: at, to: street.to, isHome };
}

/** Direction, names, kind. */
function streetFrom(tokens: readonly string[], from: number): { text: string; to: number } | undefined {
  const names: string[] = [];
  let at = from;
  const first = tokens[at] ?? '';
  const isSouth = first === '5' && ORDINAL.test(tokens[at + 1] ?? '');
  if ((DIRECTION.test(first) || isSouth) && !endsClause(first)) {
    names.push(isSouth ? 'S' : clean(first));
    at++;
  }
  const before = names.length;
  while (at < tokens.length && names.length - before < MOST_NAMES) {
    const token = tokens[at] ?? '';
    if (STREET.test(token) && names.length > before) {
      names.push(clean(token).replace(/^[S5][tfl1]$/, 'St'));
      return { text: names.join(' '), to: at + 1 };
    }
    if (!isStreetName(token) || (NUMBER.test(token) && !ORDINAL.test(token))) break;
    // without its kind a street name is one word: the next word belongs to the next person
    if (names.length > before && !hasKind(tokens, at)) break;
    names.push(clean(token));
    at++;
    if (endsClause(token)) break;
  }
  return names.length > before ? { text: names.join(' '), to: at } : undefined;
}

/** Whether a street kind follows within the name. */
function hasKind(tokens: readonly string[], from: number): boolean {
  for (let at = from; at < Math.min(tokens.length, from + MOST_NAMES); at++) {
    const token = tokens[at] ?? '';
    if (STREET.test(token)) return true;
    if (!isStreetName(token) || endsClause(token)) return false;
  }
  return false;
}

/** "s w cor Main and Elm", "cor Main & 3d", "Main cor Elm", "Main nr River", "Main St & Elm". */
function cornerAt(tokens: readonly string[], at: number): Address | undefined {
  let start = at;
  while (SIDE.test(tokens[start] ?? '') && start - at < 2) start++;
  const isHome = HOME.test(tokens[at - 1] ?? '');
  const addressTo = (to: number): Address => ({
    text: tokens.slice(at, to).map(clean).join(' '),
    ...{ from: at, to, isHome },
  });
  if (CORNER.test(tokens[start] ?? '')) {
    const one = streetFrom(tokens, start + 1);
    if (!one || tokens[start + 1] === undefined) return undefined;
    if (!AND.test(tokens[one.to] ?? '')) return undefined;
    const two = streetFrom(tokens, one.to + 1);
    return two && addressTo(two.to);
  }
  if (start > at) return undefined;
  const one = streetFrom(tokens, at);
  if (!one || endsClause(tokens[one.to - 1] ?? '')) return undefined;
  let between = one.to;
  while (SIDE.test(tokens[between] ?? '') && between - one.to < 2) between++;
  // "Garage s w cor Main & Elm" is a garage at a corner, not on Garage Street
  if (cornerAt(tokens, one.to)) return undefined;
  const joins =
    (CORNER.test(tokens[between] ?? '') && /[A-Za-z]/.test(one.text)) ||
    (AND.test(tokens[between] ?? '') && STREET.test(tokens[one.to - 1] ?? ''));
  if (!joins) return undefined;
  const two = streetFrom(tokens, between + 1);
  return two && addressTo(two.to);
}

/** Whether an address includes its street kind: "214 Main St", not "214 Main". */
export const hasStreetKind = (address: string): boolean => STREET.test(address.split(' ').at(-1) ?? '');

/** Street name if a text is nothing else: "MAIN ST—Continued". */
export function streetOf(text: string): string | undefined {
  // "MAIN ST—Continued", "MAIN ST—From River east", "Main St (Contd)"
  const plain = text.replace(/\s*[—–(-].*$/, '');
  const tokens = plain
    .trim()
    .replace(/[.,—–-]+$/, '')
    .split(/\s+/);
  const last = tokens.at(-1) ?? '';
  if (tokens.length < 2 || tokens.length > 4 || !STREET.test(last)) return undefined;
  if (!tokens.every((token) => /^[A-Z0-9]/.test(token) || STREET.test(token))) return undefined;
  return NUMBER.test(tokens[0] ?? '') && !ORDINAL.test(tokens[0] ?? '') ? undefined : tokens.join(' ');
}

/** "MAIN ST" in title case: "Main St". */
export const inSmallLetters = (name: string): string =>
  /[a-z]/.test(name) ? name : name.toLowerCase().replace(/(?:^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());

/** Leading number of a street list line: "214", "214½", "rear 216"; and the index of the next token. */
export function leadingNumber(tokens: readonly string[]): { text: string; to: number } | undefined {
  const rear = /^\(?rear\)?$/i.test(tokens[0] ?? '') ? 1 : 0;
  const match = NUMBER.exec(tokens[rear] ?? '');
  if (!match || tokens.length < 2) return undefined;
  const half = /^(?:1\/2|½)$/.test(tokens[rear + 1] ?? '') ? 1 : 0;
  return { text: `${figures(clean(tokens[rear] ?? ''))}${half ? '½' : ''}${rear ? ' rear' : ''}`, to: rear + 1 + half };
}
