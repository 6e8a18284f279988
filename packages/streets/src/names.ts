/** Street names in one spelling: `E. 98 St` and `East 98th Street` are `EAST 98TH STREET`. */

export interface StreetName {
  /** The whole name in one spelling. */
  key: string;
  /** Leading or trailing, such as EAST. */
  direction: string;
  /** Without direction and type, such as 98TH. */
  core: string;
  /** Such as STREET. */
  type: string;
}

const table = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [name = '', ...short] = line.trim().split(' ');
        return [name, ...short].map((each) => [each, name]);
      }),
  );

const DIRECTIONS = table(`
  NORTH N NO
  SOUTH S SO
  EAST E
  WEST W
  NORTHEAST NE
  NORTHWEST NW
  SOUTHEAST SE
  SOUTHWEST SW`);

const TYPES = table(`
  STREET ST STR
  AVENUE AV AVE AVEN
  PLACE PL
  ROAD RD
  BOULEVARD BLVD BOUL
  LANE LN LA
  COURT CT
  DRIVE DR
  TERRACE TER TERR
  SQUARE SQ
  PARKWAY PKWY PKY
  HIGHWAY HWY
  EXPRESSWAY EXPY EXPWY
  ALLEY ALY
  CIRCLE CIR
  PLAZA PLZ
  TURNPIKE TPKE
  TRAIL TRL
  FREEWAY FWY
  CRESCENT CRES
  WAY WY`);

const ORDINALS = [
  ...['ZEROTH', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'SEVENTH', 'EIGHTH', 'NINTH', 'TENTH'],
  ...['ELEVENTH', 'TWELFTH', 'THIRTEENTH', 'FOURTEENTH', 'FIFTEENTH', 'SIXTEENTH', 'SEVENTEENTH', 'EIGHTEENTH'],
  'NINETEENTH',
];
const TENS = ['TWENT', 'THIRT', 'FORT', 'FIFT', 'SIXT', 'SEVENT', 'EIGHT', 'NINET'];
const HUNDREDS = ['ONE', 'TWO'];

/** Such as 98TH. */
export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${isTeen ? 'TH' : (['TH', 'ST', 'ND', 'RD'][number % 10] ?? 'TH')}`;
}

/** The number of an ordinal in one word, such as SECOND or TWENTIETH; 0 otherwise. */
function ordinalWord(word: string): number {
  const small = ORDINALS.indexOf(word);
  if (small > 0) return small;
  const tens = TENS.indexOf(word.replace(/IETH$/, ''));
  return word.endsWith('IETH') && tens >= 0 ? (tens + 2) * 10 : 0;
}

const tensWord = (word: string): number => {
  const tens = word.endsWith('Y') ? TENS.indexOf(word.slice(0, -1)) : -1;
  return tens >= 0 ? (tens + 2) * 10 : 0;
};

/** Numbers in words become ordinals: ONE HUNDRED AND FOURTH is 104TH. */
function withNumbers(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const start = at;
    let number = 0;
    const hundreds = HUNDREDS.indexOf(words[at] ?? '') + 1;
    if (hundreds > 0 && words[at + 1] === 'HUNDRED') {
      number = hundreds * 100;
      at += words[at + 2] === 'AND' ? 3 : 2;
    } else if (hundreds > 0 && words[at + 1] === 'HUNDREDTH') {
      result.push(ordinal(hundreds * 100));
      at += 1;
      continue;
    }
    const tens = tensWord(words[at] ?? '');
    const unit = ordinalWord(words[tens > 0 ? at + 1 : at] ?? '');
    if (unit > 0 && (tens === 0 || unit < 10)) {
      result.push(ordinal(number + tens + unit));
      at += tens > 0 ? 1 : 0;
    } else {
      at = start;
      result.push(words[at] ?? '');
    }
  }
  return result;
}

const asOrdinal = (word: string): string => {
  const digits = /^(\d{1,3})(?:ST|ND|RD|TH)?$/.exec(word)?.[1];
  return digits ? ordinal(Number(digits)) : word;
};

export function streetName(text: string): StreetName {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toUpperCase()
    .replaceAll('&', ' AND ');
  let words = withNumbers(plain.split(/[^A-Z0-9]+/).filter((word) => word !== ''));
  let [direction, type, suffix] = ['', '', ''];
  const first = DIRECTIONS[words[0] ?? ''];
  // North Street is named so
  if (first && words.length > 1 && !(words.length === 2 && TYPES[words[1] ?? ''])) {
    direction = first;
    words = words.slice(1);
  }
  const last = DIRECTIONS[words.at(-1) ?? ''];
  // Avenue N is a letter
  const isLettered = words.length === 2 && TYPES[words[0] ?? ''] === 'AVENUE';
  if (last && words.length > 1 && !isLettered) {
    suffix = last;
    words = words.slice(0, -1);
  }
  const kind = TYPES[words.at(-1) ?? ''];
  if (kind && words.length > 1) {
    type = kind;
    words = words.slice(0, -1);
  }
  words = words.map((word, at) => (at > 0 ? word : firstWord(word, words.length)));
  if (words.length === 1) words = words.map(asOrdinal);
  const core = words.join(' ');
  const key = [direction, core, type, suffix].filter((word) => word !== '').join(' ');
  return { key, direction: direction || suffix, core, type };
}

/** St. Marks is a saint, Av. A an avenue. */
function firstWord(word: string, length: number): string {
  if (length === 1) return DIRECTIONS[word] ?? word;
  return word === 'ST' ? 'SAINT' : TYPES[word] === 'AVENUE' ? 'AVENUE' : word;
}

/** Whether a name, perhaps without direction or type, can mean a street. */
export function canMean(asked: StreetName, street: StreetName): boolean {
  const isOpen = (one: string, other: string) => one === '' || other === '' || one === other;
  return asked.core === street.core && isOpen(asked.direction, street.direction) && isOpen(asked.type, street.type);
}
