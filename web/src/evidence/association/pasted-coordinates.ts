export type PlaceField = 'latitude' | 'longitude';

/** Decimal degrees as text; possibly of one field only. */
export type PlaceReading = Partial<Record<PlaceField, string>>;

/** Unambiguous, several readings to ask about, or no place (pasted unchanged). */
export type PastedCoordinates =
  | { kind: 'read'; reading: PlaceReading }
  | { kind: 'ask'; readings: readonly PlaceReading[] }
  | { kind: 'none' };

/** Degrees (FEAT-09, FEAT-11). */
const LIMITS: Record<PlaceField, number> = { latitude: 90, longitude: 180 };

/** Centimetre on the ground. */
const DECIMALS = 7;

const LONGEST = 120;

const MAX_OFFERED = 6;

type Hemisphere = 'N' | 'S' | 'E' | 'W' | 'O';

type Token =
  | { kind: 'number'; value: number }
  | { kind: 'sign'; factor: 1 | -1 }
  /** 1: degrees, 2: minutes, 3: seconds */
  | { kind: 'unit'; place: 1 | 2 | 3 }
  | { kind: 'hemisphere'; letter: Hemisphere; mayBeSeconds: boolean }
  | { kind: 'label'; field: PlaceField }
  | { kind: 'separator' };

/** Not yet assigned to latitude or longitude. */
interface Angle {
  degrees: number;
  /** written with minutes, or minutes and seconds */
  isSexagesimal: boolean;
  isMarked: boolean;
  parts: number;
  sign: 1 | -1 | null;
  hemisphere: Hemisphere | null;
  field: PlaceField | null;
}

/** Primes, quotes and dashes from word processors and web pages. */
function plain(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-')
    .replace(/[\u00BA\u02DA\u2218\u00B0]/g, '°')
    .replace(/[\u2032\u2018\u2019\u02B9\u02BC\u00B4`]/g, "'")
    .replace(/[\u2033\u201C\u201D\u02BA\u02DD\u301E]|''/g, '"')
    .replace(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .trim();
}

const WORDS: readonly [RegExp, (word: string) => Token][] = [
  [/\d+(?:\.\d+)?/y, (word) => ({ kind: 'number', value: Number(word) })],
  [/[+-]/y, (word) => ({ kind: 'sign', factor: word === '-' ? -1 : 1 })],
  [/[,;/|]/y, () => ({ kind: 'separator' })],
  [/lat(?:itude)?\.?\s*[:=]?/iy, () => ({ kind: 'label', field: 'latitude' })],
  [/(?:lng|long?(?:itude)?)\.?\s*[:=]?/iy, () => ({ kind: 'label', field: 'longitude' })],
  [/°|deg(?:rees?)?\.?|d/iy, () => ({ kind: 'unit', place: 1 })],
  [/'|min(?:utes?)?\.?|m/iy, () => ({ kind: 'unit', place: 2 })],
  [/"|sec(?:onds?)?\.?/iy, () => ({ kind: 'unit', place: 3 })],
  [
    /north|south|east|west|[nsewo]/iy,
    (word) => ({ kind: 'hemisphere', letter: hemisphereOf(word), mayBeSeconds: word === 's' }),
  ],
];

function hemisphereOf(word: string): Hemisphere {
  const letter = word.charAt(0).toUpperCase();
  return letter === 'N' || letter === 'S' || letter === 'E' || letter === 'W' ? letter : 'O';
}

/** Null if it contains anything else. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = WORDS.map(([pattern, make]) => {
      pattern.lastIndex = at;
      const word = pattern.exec(text)?.[0];
      return word === undefined ? null : { token: make(word), end: at + word.length };
    }).find((each) => each !== null);
    if (!found) return null;
    tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

/** `[label] [letter] [sign] degrees [minutes [seconds]] [letter]`; else null. */
function angleOf(tokens: readonly Token[]): Angle | null {
  let at = 0;
  const take = <K extends Token['kind']>(kind: K): Extract<Token, { kind: K }> | null => {
    const token = tokens[at];
    if (token?.kind !== kind) return null;
    at += 1;
    return token as Extract<Token, { kind: K }>;
  };
  const label = take('label');
  const before = take('hemisphere');
  const sign = take('sign');
  const parts: number[] = [];
  const marked: boolean[] = [];
  for (let number = take('number'); number; number = parts.length < 3 ? take('number') : null) {
    parts.push(number.value);
    const unit = tokens[at];
    // `40d 42m 51s`: after marked minutes, a lower-case s means seconds, not south
    const isSecond =
      unit?.kind === 'hemisphere' &&
      unit.letter === 'S' &&
      parts.length === 3 &&
      marked[1] === true &&
      (unit.mayBeSeconds || tokens[at + 1]?.kind === 'hemisphere');
    const place = isSecond ? 3 : unit?.kind === 'unit' ? unit.place : null;
    if (place !== null && place !== parts.length) return null;
    if (place !== null) at += 1;
    marked.push(place !== null);
  }
  const after = take('hemisphere');
  const [degrees, minutes = 0, seconds = 0] = parts;
  if (at !== tokens.length || degrees === undefined || (before && after)) return null;
  if (parts.slice(0, -1).some((part) => !Number.isInteger(part)) || minutes >= 60 || seconds >= 60) return null;
  const hemisphere = (before ?? after)?.letter ?? null;
  const field = hemisphere === null ? null : hemisphere === 'N' || hemisphere === 'S' ? 'latitude' : 'longitude';
  if (label && field && label.field !== field) return null;
  return {
    degrees: degrees + minutes / 60 + seconds / 3600,
    isSexagesimal: parts.length > 1,
    isMarked: marked.includes(true),
    parts: parts.length,
    sign: sign?.factor ?? null,
    hemisphere,
    field: field ?? label?.field ?? null,
  };
}

interface Pair {
  angles: readonly [Angle, Angle];
  /** Latitude comes first. */
  isOrdered: boolean;
}

function pairsOf(tokens: readonly Token[], isBracketed: boolean): Pair[] {
  const separators = tokens.filter(({ kind }) => kind === 'separator').length;
  if (separators > 1) return [];
  const pairs: Pair[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    const isSeparated = tokens[at]?.kind === 'separator';
    if (separators === 1 && !isSeparated) continue;
    const first = angleOf(tokens.slice(0, at));
    const second = angleOf(tokens.slice(isSeparated ? at + 1 : at));
    if (!first || !second) continue;
    const isOrdered = !isBracketed && (isSeparated || (first.isMarked && second.isMarked));
    pairs.push({ angles: [first, second], isOrdered });
  }
  // `40 42 51 74 0 21` is three numbers twice, not one and five
  const even = pairs.filter(({ angles: [first, second] }) => first.parts === second.parts);
  return even.length > 0 ? even : pairs;
}

/** Given its neighbour. */
function valuesOf({ degrees, sign, hemisphere, isSexagesimal }: Angle, neighbour: Angle | null): number[] {
  const either = [degrees, -degrees];
  // O is east in German and west in French
  if (hemisphere === 'O') return either;
  if (hemisphere !== null) {
    const value = hemisphere === 'S' || hemisphere === 'W' ? -degrees : degrees;
    // `-74 W` is ambiguous: west written twice, or negated
    return sign === -1 ? [value, -value] : [value];
  }
  if (sign !== null) return [sign * degrees];
  if (neighbour?.hemisphere) return either;
  // degrees and minutes without a letter have an unknown hemisphere
  return isSexagesimal && (neighbour === null || neighbour.sign === null) ? either : [degrees];
}

/** Without an exponent. */
function decimal(value: number): string {
  const text = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

const isWithin = (field: PlaceField, value: number): boolean => Math.abs(value) <= LIMITS[field];

function readingsOf({ angles: [first, second], isOrdered }: Pair): PlaceReading[] {
  if (first.field !== null && first.field === second.field) return [];
  const as = (latitude: Angle, longitude: Angle): PlaceReading[] =>
    valuesOf(latitude, longitude).flatMap((north) =>
      valuesOf(longitude, latitude)
        .filter((east) => isWithin('latitude', north) && isWithin('longitude', east))
        .map((east) => ({ latitude: decimal(north), longitude: decimal(east) })),
    );
  if (first.field === 'latitude' || second.field === 'longitude') return as(first, second);
  if (first.field === 'longitude' || second.field === 'latitude') return as(second, first);
  const usual = as(first, second);
  return isOrdered && usual.length > 0 ? usual : [...usual, ...as(second, first)];
}

/** A plain number has none and is pasted unchanged. */
function readingsOfOne(tokens: readonly Token[], into: PlaceField): PlaceReading[] {
  const angle = angleOf(tokens);
  if (!angle || (angle.field === null && !angle.isMarked && !angle.isSexagesimal)) return [];
  const field = angle.field ?? into;
  return valuesOf(angle, null)
    .filter((value) => isWithin(field, value))
    .map((value) => ({ [field]: decimal(value) }));
}

/** Well-known text: longitude first, as in GIS. */
const WKT_POINT = /^(?:SRID=4326;)?\s*POINT\s*\(\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*\)$/i;
/** RFC 5870: latitude first. */
const GEO_URI = /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:[,;?].*)?$/i;

function fixedOrder(text: string): PlaceReading | null {
  const wkt = WKT_POINT.exec(text);
  const geo = GEO_URI.exec(text);
  const [latitude, longitude] = wkt ? [Number(wkt[2]), Number(wkt[1])] : [Number(geo?.[1]), Number(geo?.[2])];
  if (!isWithin('latitude', latitude) || !isWithin('longitude', longitude)) return null;
  return { latitude: decimal(latitude), longitude: decimal(longitude) };
}

/** `40-42-51.4N`, as used by pilots and surveyors. */
const HYPHENATED = /(\d)-(\d+)(?:-(\d+(?:\.\d+)?))?(?=\s*[NSEW]\b)/gi;

const DECIMAL_COMMA = /(\d),(\d)/g;

/**
 * `lat, lon`; hemisphere letters in any order; degrees, minutes and seconds with any marks (`40°42'51.4"N 74°0'21"W`,
 * `40d42m51.4s`, `40 42.857 N`); well-known text and geo URIs. Plain numbers with a comma are latitude and longitude,
 * as maps copy them. Ambiguous input gives several readings: numbers without a comma or in brackets (in which Symbio
 * stores longitude first), angles without a letter, and `40,71`.
 * @param into target field, for a single angle
 */
export function parsePastedCoordinates(text: string, into: PlaceField): PastedCoordinates {
  if (text.length > LONGEST) return { kind: 'none' };
  const whole = plain(text).replace(HYPHENATED, (_, degrees: string, minutes: string, seconds?: string) =>
    [degrees, minutes, seconds].filter(Boolean).join(' '),
  );
  const fixed = fixedOrder(whole);
  if (fixed) return { kind: 'read', reading: fixed };
  const inner = /^[([](.*)[)\]]$/s.exec(whole)?.[1];
  const written = inner ?? whole;
  const spellings = [written, written.replace(DECIMAL_COMMA, '$1.$2')].filter(
    (each, at, all) => all.indexOf(each) === at,
  );
  const found = spellings.flatMap((spelling, at) => {
    const tokens = tokensOf(spelling);
    if (!tokens || tokens.length === 0) return [];
    const pairs = pairsOf(tokens, inner !== undefined).flatMap(readingsOf);
    if (pairs.length > 0) return pairs;
    const one = readingsOfOne(tokens, into);
    const number = tokens.length === 1 || (tokens.length === 2 && tokens[0]?.kind === 'sign') ? angleOf(tokens) : null;
    // a decimal comma becomes a point
    return one.length > 0 || at === 0 || !number ? one : plainNumber(number, into);
  });
  const readings = distinct(found).slice(0, MAX_OFFERED);
  const [reading] = readings;
  if (!reading) return { kind: 'none' };
  return readings.length === 1 ? { kind: 'read', reading } : { kind: 'ask', readings };
}

function plainNumber({ degrees, sign }: Angle, into: PlaceField): PlaceReading[] {
  const value = (sign ?? 1) * degrees;
  return isWithin(into, value) ? [{ [into]: decimal(value) }] : [];
}

function distinct(readings: readonly PlaceReading[]): PlaceReading[] {
  const seen = new Map(readings.map((reading) => [`${reading.latitude ?? ''} ${reading.longitude ?? ''}`, reading]));
  return [...seen.values()];
}

const letterOf = (value: string, [positive, negative]: readonly [string, string]): string =>
  value.startsWith('-') ? `${value.slice(1)}° ${negative}` : `${value}° ${positive}`;

/** `40.7142778° N, 74.0058333° W` */
export function readingText({ latitude, longitude }: PlaceReading): string {
  return [
    latitude === undefined ? null : letterOf(latitude, ['N', 'S']),
    longitude === undefined ? null : letterOf(longitude, ['E', 'W']),
  ]
    .filter((part) => part !== null)
    .join(', ');
}
