/**
 * Title block facts from a fire insurance sheet's lettering: the number is large in an outer corner, the city above or
 * beside it, the volume with the city, the scale at its bar. North is only drawn and not read.
 */
import type { Word } from '../../pdf/page.js';
import { guessMapScale } from '../map-scale.js';
import type { PageEvidence, PageType } from '../page-evidence.js';
import { reading, type FactReading } from './facts.js';
import { levelLines, levelRows, sureness, type Line } from './lines.js';
import { turnedUpright, type Lettered } from './upright-words.js';
import { properName, volumeNumber } from './values.js';

type Sheet = Lettered & Pick<PageEvidence, 'text'>;

/** Corner share of width and height that contains the sheet number. */
const CORNER = { across: 0.2, down: 0.14 };
/**
 * Minimum height of the sheet number as page share: 3.6 to 5.6 % in the corpus; neighbour numbers at the edges have 1.8
 * to 2.8 %.
 */
const OWN_NUMBER = 0.032;
/** Minimum height ratio to neighbour numbers. */
const TALLER = 1.25;
const LEAST_NUMBER = 0.024;
const NUMBER = /^\d{1,3}[A-Za-z]?$/;
/** Typical OCR errors in bold digits. */
const FIGURES: Readonly<Record<string, string>> = {
  l: '1',
  I: '1',
  '|': '1',
  O: '0',
  o: '0',
  Q: '0',
  S: '5',
  Z: '2',
  g: '9',
};
const MISREAD_FIGURES = 0.9;

/** Digit height of a word: the box of slanted ones is higher. */
function heightOf({ width, height, angle = 0 }: Word): number {
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.abs(Math.sin((angle * Math.PI) / 180))];
  return Math.max(0.5 * height, (height * c - width * s) / (c * c - s * s));
}

/** Maximum slant of a sheet number or neighbour number, degrees. */
const LEANING = 20;

interface OwnNumber {
  value: string;
  word: Word;
  confidence: number;
}

/** Readings of a sheet's lettering; `guessYear` reads the year. Falls back to lettering of a sideways sheet. */
export function letteringReadings(sheet: Sheet, type: PageType): FactReading[] {
  const level = readingsIn(sheet, type);
  const turned = turnedUpright(sheet);
  const others = turned ? readingsIn({ ...turned, text: sheet.text }, type) : [];
  return [...level, ...others.filter(({ fact }) => !level.some((one) => one.fact === fact))];
}

function readingsIn(sheet: Sheet, type: PageType): FactReading[] {
  const lines = levelLines(sheet.words);
  const found: (FactReading | undefined)[] = [scaleIn(sheet, lines)];
  if (type === 'sanborn_map') {
    const number = ownNumber(sheet);
    found.push(
      number && reading('sheet_number', number.value, 'lettering', number.word.text, number.confidence),
      cityIn(sheet, lines, number),
      volumeIn(sheet, lines),
    );
  }
  if (type === 'topographic_map') found.push(quadrangleIn([...lines, ...levelRows(sheet.words)]));
  if (type === 'aerial_photo') found.push(providerIn(lines));
  return found.filter((one) => one !== undefined);
}

function figuresOf(text: string): { value: string; misread: boolean } | undefined {
  const plain = text.replace(/[.,:;'’]+$/, '');
  if (NUMBER.test(plain)) return { value: plain.toUpperCase(), misread: false };
  const meant = [...plain].map((sign) => FIGURES[sign] ?? sign).join('');
  return /\d/.test(plain) && /^\d{1,3}$/.test(meant) ? { value: meant, misread: true } : undefined;
}

function ownNumber({ words, width, height }: Sheet): OwnNumber | undefined {
  const numbers = words.flatMap((word) => {
    const isLevel = (word.turned ?? 0) === 0 && Math.abs(word.angle ?? 0) <= LEANING;
    const read = isLevel ? figuresOf(word.text) : undefined;
    const tall = heightOf(word);
    return read && tall >= LEAST_NUMBER * height && word.width < width / 6 ? [{ ...read, word, tall }] : [];
  });
  numbers.sort((a, b) => b.tall - a.tall);
  const [first, second] = numbers;
  if (!first || !isInCorner(first.word, width, height)) return undefined;
  const { word, value, misread, tall } = first;
  const ratio = second ? tall / second.tall : Infinity;
  const share = tall / height;
  // as tall as a neighbour's number, so probably one itself
  if (ratio < TALLER && second?.value !== value) return undefined;
  if (share < OWN_NUMBER && !second) return { value, word, confidence: 0.5 * (word.confidence ?? 1) };
  if (share < OWN_NUMBER) return undefined;
  return { value, word, confidence: 0.95 * (word.confidence ?? 1) * (misread ? MISREAD_FIGURES : 1) };
}

function isInCorner(word: Word, width: number, height: number): boolean {
  const x = (word.x + word.width / 2) / width;
  const y = (word.y + word.height / 2) / height;
  return Math.min(x, 1 - x) <= CORNER.across && Math.min(y, 1 - y) <= CORNER.down;
}

/** Where the city is, in heights of the sheet number. */
const AROUND = { above: 0.9, beside: 2.2 };
/** City lettering height as share of the number's. */
const CITY_HEIGHT = { above: 0.1, beside: 0.3, most: 0.8 };
/** Edge share of the page height where a line names borough and volume. */
const TITLE_EDGE = 0.045;
const NO_CITY =
  /\b(?:st|street|ave?|avenue|pl|place|road|rd|blvd|boulevard|lane|alley|river|canal|creek|bay|ocean|lake|park|see|vol\w*|sheet|scale|pier|co|works|fire|insurance)\b/i;
const CITY = /^[\p{Lu}][\p{L}'’-]+(?: [\p{Lu}][\p{L}'’-]+){0,3}$/u;
/** BOROUGH OF QUEENS, with OCR errors in small italics (BOROUCH or QUEENS). */
const BODY = /\b(?:bor[o0]u[gc][hn]|city|town|village|county) o[fr] (\p{L}{4,}(?: \p{L}{4,})?)/iu;

function cityIn({ height }: Sheet, lines: readonly Line[], number: OwnNumber | undefined): FactReading | undefined {
  const found: FactReading[] = [];
  for (const line of lines) {
    const named = BODY.exec(line.text)?.[1];
    // only at the very edge: elsewhere it names a company such as water works
    const edge = Math.min(line.y, height - line.y - line.height) / height;
    if (named && edge <= TITLE_EDGE) {
      const place = properName(named.replace(/\s+vol\w*$/i, '').toUpperCase());
      found.push(reading('city', place, 'lettering', line.text, 0.9 * sureness(line)));
    }
    const titled = titleBelow(line, lines);
    if (titled) found.push(titled);
    const where = number && besideNumber(line, number.word);
    const place = line.text.replace(/[.,:;]+$/, '');
    if (!where || NO_CITY.test(place) || !CITY.test(place) || place.length < 4) continue;
    // the city is above, the part of the city beside
    const confidence = (where === 'above' ? 0.9 : 0.5) * sureness(line);
    found.push(reading('city', properName(place), 'lettering', line.text, confidence));
  }
  return best(found);
}

/** INSURANCE MAP OF (title page or cartouche): the city is on the next line. */
const TITLE = /\bmaps? (?:of|from)(?: the)?(?: city of)?$/i;
/** Maximum distance down, in heights of the lower line, and sideways, as share of the wider line. */
const TITLE_BELOW = { down: 2.5, aside: 0.25 };

function titleBelow(title: Line, lines: readonly Line[]): FactReading | undefined {
  if (!TITLE.test(title.text)) return undefined;
  const middle = ({ x, width }: Line): number => x + width / 2;
  const below = lines
    .filter(({ y }) => y > title.y + title.height / 2)
    .filter((line) => line.y - title.y - title.height < TITLE_BELOW.down * line.height)
    .filter((line) => Math.abs(middle(line) - middle(title)) < TITLE_BELOW.aside * Math.max(line.width, title.width))
    .sort((a, b) => a.y - b.y)[0];
  const place = below?.text.replace(/[.,:;]+$/, '');
  if (!below || !place || !CITY.test(place) || NO_CITY.test(place)) return undefined;
  return reading('city', properName(place), 'lettering', below.text, 0.85 * Math.min(sureness(below), sureness(title)));
}

function besideNumber(line: Line, number: Word): 'above' | 'beside' | undefined {
  const share = line.height / number.height;
  if (share > CITY_HEIGHT.most) return undefined;
  const common = (a: number, aLong: number, b: number, bLong: number) =>
    Math.min(a + aLong, b + bLong) - Math.max(a, b);
  const above = number.y - (line.y + line.height);
  const isAcross = common(line.x, line.width, number.x, number.width) > 0;
  if (isAcross && share >= CITY_HEIGHT.above && above >= -line.height && above <= AROUND.above * number.height)
    return 'above';
  const gap = Math.max(number.x - (line.x + line.width), line.x - (number.x + number.width));
  const isBeside = common(line.y, line.height, number.y, number.height) > 0 && gap >= 0;
  return isBeside && gap <= AROUND.beside * number.height && share >= CITY_HEIGHT.beside ? 'beside' : undefined;
}

/** VOL. IV, Volume Two; not "See Vol. 2", a neighbour's volume. */
const VOLUME = /\b[vy]ol(?:ume|\.)?[ .,]*(\d{1,3}[a-z]?|[ivxly]+|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
const ELSEWHERE = /\bsee\b|\bsheet\b|\badjoin/i;
/** Line heights within which "See" refers to another volume. */
const SEE_NEAR = 6;

function volumeIn({ words, height }: Sheet, lines: readonly Line[]): FactReading | undefined {
  const others = words.filter(({ text }) => /^see\b/i.test(text));
  const found = lines.flatMap((line) => {
    const printed = VOLUME.exec(line.text)?.[1] ?? '';
    const volume = volumeNumber(printed) ?? volumeNumber(printed.replace(/y/gi, 'V'));
    const edge = Math.min(line.y, height - line.y - line.height) / height;
    if (volume === undefined || ELSEWHERE.test(line.text) || edge > CORNER.down) return [];
    const near = SEE_NEAR * line.height;
    if (others.some((word) => Math.abs(word.y - line.y) < near && Math.abs(word.x - line.x) < line.width + near))
      return [];
    return [reading('volume', volume, 'lettering', line.text, 0.8 * sureness(line))];
  });
  return best(found);
}

function scaleIn({ text }: Sheet, lines: readonly Line[]): FactReading | undefined {
  const found = lines.flatMap((line) => {
    const scale = guessMapScale(line.text);
    return scale ? [reading('scale', scale.value, 'lettering', line.text, scale.confidence * sureness(line))] : [];
  });
  const plain = guessMapScale(text);
  if (found.length === 0 && plain) found.push(reading('scale', plain.value, 'lettering', '', plain.confidence));
  return best(found);
}

/** Topographic sheets are named by quadrangle. */
const QUADRANGLE = /^(\p{Lu}[\p{L} .'’-]{2,40}?) quadrangle\b/iu;
/** Caption of a vendor: "Millbrook, OH  1961  7.5-minute  1:24,000", "Quadrangle: Millbrook". */
const CAPTIONS = [
  /^(\p{Lu}[\p{L} .'’-]{2,40}?),? (?:\p{Lu}{2} )?\(?(?:1[89]|20)\d\d\)?,? (?:7\.5|15|30)[- ]?min/u,
  /\bquad(?:rangle)?(?: name)?: ?(\p{Lu}[\p{L} .'’-]{2,40}?)(?:,|$| (?:\p{Lu}{2}\b|\(?\d))/iu,
];

function quadrangleIn(lines: readonly Line[]): FactReading | undefined {
  return best(
    lines.flatMap((line) => {
      const name = [QUADRANGLE, ...CAPTIONS].flatMap((pattern) => pattern.exec(line.text)?.[1] ?? [])[0];
      return name ? [reading('city', properName(name), 'lettering', line.text, 0.8 * sureness(line))] : [];
    }),
  );
}

/** Agencies and programs that made aerial photographs, as captions name them. */
const AGENCY =
  /\b(?:USDA|USGS|USACE|USAF|NASA|NOAA|NARA|NAIP|NAPP|NHAP|ASCS|FSA|NRCS|BLM)(?:[-/ ](?:USDA|USGS|NAIP|NAPP|NHAP|ASCS|FSA|SCS|NRCS))*\b/;
/** "Source: Fairchild Aerial Surveys", "Flown by Keystone". */
const MAKER =
  /\b(?:source|provider|flown by|photograph(?:ed|s|y)? by|courtesy of):? (\p{Lu}[\p{L}\d .&'’/-]{1,60}?)(?=$|[,;|]| (?:18|19|20)\d\d\b| scale\b| 1 ?["”in])/iu;

const BEGINS_NAME = /^\p{Lu}/u;

function providerIn(lines: readonly Line[]): FactReading | undefined {
  return best(
    lines.flatMap((line) => {
      const [maker, agency] = [MAKER.exec(line.text)?.[1], AGENCY.exec(line.text)?.[0]];
      const name = maker && BEGINS_NAME.test(maker) ? maker : agency;
      return name
        ? [reading('provider', name, 'lettering', line.text, (name === maker ? 0.8 : 0.75) * sureness(line))]
        : [];
    }),
  );
}

const best = (found: readonly FactReading[]): FactReading | undefined =>
  found.reduce<FactReading | undefined>(
    (first, one) => (first && first.confidence >= one.confidence ? first : one),
    undefined,
  );
