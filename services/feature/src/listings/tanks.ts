/** Tanks named in agency letters and tables: contents, size, year, address. */
import { boundingBox } from '../spotting/reading.js';
import { addressesIn, hasStreetKind } from './addresses.js';
import type { Line } from './lines.js';
import { calibrated, MIN_SCORE, scoreOf } from './listing-confidence.js';
import type { Listing } from './listing.js';
import { yearsIn } from './years.js';

const TANK = /\b(?:(?:under|above)ground (?:storage )?tanks?|storage tanks?|tanks?|UST|USTs|AST|ASTs)\b/i;
const NAMED_TANK = /\b(?:UST|AST|TANK)\s?[-#]?\s?\d{1,3}\b/i;
const SIZE = /\b(\d{1,3}(?:,\d{3})+|\d{2,6})\s?-?\s?(?:gal|gals|gallon|gallons)\b/i;
const CONTENTS =
  /\b(?:(?:unleaded |leaded )?gasoline|diesel(?: fuel)?|fuel oil(?: no\.? ?\d)?|(?:no\.? ?\d )?heating oil|kerosene|waste oil|used oil|motor oil|naphtha|solvents?|stoddard solvent|benzine|oil)\b/i;
const STATION = /\b(?:filling|gas|gasoline|service) station\b/i;
/** Words that negate a tank or make it uncertain. */
const NEGATED =
  /\b(?:no (?:records?|evidence|indication|tanks?|underground|usts?)|not (?:located|found|registered)|never|without|none)\b/i;
const CHANGED = /\b(?:removed|closed(?: in place)?|abandoned|filled(?: in place)?|out of (?:use|service))\b/i;
/** "installed 1962", "installed in 1962", "inst. 6/1962", "Permit 1954-031". */
const INSTALLED =
  /\b(?:install(?:ed|ation)?|inst\.?|permit(?:ted)?|registered|placed)\W{0,3}(?:in |on |date:? )?(?:no\.? ?)?(?:\d{1,2}\/(?:\d{1,2}\/)?)?((?:1[89]|20)\d\d)\b/i;
/** Labels of the place that a letter or table is about. */
const ABOUT = /^\W*(?:site|facility|address|location|premises|property|re|subject|owner)\b[^:]{0,40}:/i;
const TANK_CONFIDENCE = 8.5;
const PLAIN_TANK_CONFIDENCE = 7.5;
/** Maximum lines of a sentence. */
const MOST_LINES = 5;

interface Sentence {
  lines: Line[];
  text: string;
}

/** Tanks on a page, top to bottom. @param latest the latest valid year */
export function tanksOn(lines: readonly Line[], latest: number): Listing[] {
  let about: string | undefined;
  const found: Listing[] = [];
  for (const { lines: own, text } of sentencesOf(lines)) {
    const words = own.flatMap((line) => line.words);
    const [named] = addressesIn(words.map((word) => word.text)).filter((one) => !one.isHome && hasStreetKind(one.text));
    // the subject address of a file, facility or section; an address mentioned in passing does not apply to later tanks
    if (named && (ABOUT.test(text) || words.length <= named.to - named.from + 1)) about = named.text;
    const address = named?.text ?? about;
    const evidence = evidenceOf(text);
    if (!evidence) continue;
    const installed = INSTALLED.exec(text)?.[1];
    const [year] = installed ? yearsIn(installed, latest) : yearsIn(text.replace(CHANGED, ' '), latest);
    const score = scoreOf({
      trade: { confidence: evidence.confidence, misread: 0 },
      isByHeading: false,
      reader: words.reduce((sum, word) => sum + word.confidence, 0) / words.length,
      hasAddress: address !== undefined,
      hasYear: year !== undefined,
    });
    if (score < MIN_SCORE) continue;
    found.push({
      ...{ landUse: evidence.landUse, term: evidence.term, text, name: evidence.name, address, score },
      year: year && { ...year, source: 'entry' },
      heading: undefined,
      box: boundingBox(words),
      confidence: calibrated(score),
    });
  }
  return found;
}

function evidenceOf(text: string) {
  if (NEGATED.test(text)) return undefined;
  const [contents] = CONTENTS.exec(text) ?? [];
  const [size] = SIZE.exec(text) ?? [];
  const [tank] = NAMED_TANK.exec(text) ?? TANK.exec(text) ?? [];
  if (!tank && !(size && contents)) return undefined;
  // a water tank, or one without details
  if (!contents && !size) return undefined;
  if (/\bwater\b/i.test(text) && !contents) return undefined;
  const isStation = STATION.test(text);
  const name = [size, contents, NAMED_TANK.test(text) ? tank : 'tank'].filter(Boolean).join(' ');
  return {
    landUse: isStation ? 'gas_station' : 'fuel_storage',
    term: (isStation ? 'FILLING STATION' : `${contents ?? ''} TANK`).trim().toUpperCase(),
    name,
    confidence: contents && (size || NAMED_TANK.test(text)) ? TANK_CONFIDENCE : PLAIN_TANK_CONFIDENCE,
  };
}

/** Splits text into table rows and multi-line sentences. */
function sentencesOf(lines: readonly Line[]): Sentence[] {
  const sentences: Sentence[] = [];
  let open: Line[] = [];
  const close = (): void => {
    if (open.length > 0) sentences.push({ lines: open, text: open.map(({ text }) => text).join(' ') });
    open = [];
  };
  for (const line of lines) {
    const last = open.at(-1);
    const goesOn =
      last !== undefined &&
      last.column === line.column &&
      line.box.y - last.box.y < 2.2 * last.box.height &&
      open.length < MOST_LINES &&
      !/[.:]$/.test(last.text) &&
      !NAMED_TANK.test(line.text) &&
      (/^[a-z(]/.test(line.text) || /[,;-]$/.test(last.text) || last.short < 6) &&
      !isRow(last) &&
      !isRow(line);
    if (!goesOn) close();
    open.push(line);
  }
  close();
  return sentences;
}

function isRow({ words }: Line): boolean {
  const gaps = words.slice(1).map((word, index) => {
    const before = words[index];
    return before ? (word.x - before.x - before.width) / word.height : 0;
  });
  return gaps.filter((gap) => gap > 1.6).length >= 2;
}
