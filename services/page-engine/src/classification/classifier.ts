/** Suggests a category from name, first pages, sheet shapes and the first picture (OP-18). No model, no network. */
import { CATEGORIES, categoryLabel, DEFAULT_CATEGORY, type CategoryValue } from './categories.js';
import { NAME_EVIDENCE, TEXT_EVIDENCE, type WordEvidence } from './evidence.js';
import { isMapSheet, mapClues } from './map-evidence.js';
import { readings } from './readings.js';
import { SHAPE_EVIDENCE, type SheetShape } from './shape-evidence.js';

export interface SeenPage extends SheetShape {
  text: string;
}

export interface ClassifierInput {
  fileName: string;
  /** Empty if the file could not be read. */
  pages: readonly SeenPage[];
}

export interface Guess {
  category: CategoryValue;
  /** 0 to 1, two decimals. */
  confidence: number;
}

export interface Suggestion {
  suggestedCategory: CategoryValue;
  confidence: number;
  reasoning: string;
  /** Most likely first. */
  alternatives: Guess[];
}

/** Minimum confidence to apply a suggestion automatically (OP-18). */
export const SURE = 0.7;
export const MAX_ALTERNATIVES = 3;
const LEAST_ALTERNATIVE = 0.05;

/** Characters and weight per zone: titles name the kind of document, later pages mention other topics. */
const TITLE = { characters: 70, share: 1 };
const HEAD = { characters: 180, share: 0.85 };
const COVER = { characters: 700, share: 0.65 };
const INSIDE = 0.3;
/** As first page: the title is on the next page. */
const DIVIDER = /^(?:appendix|attachment|exhibit|enclosure|figure|tab)\b.{0,50}$/;
/**
 * Softmax steepness, and the weight of "something else": one clue of weight 3 is right in 90 %; two equal clues stay
 * just below 50 % each.
 */
const STEEPNESS = 1.05;
const SOMETHING_ELSE = 1.6;
/** Content outweighs file names. */
const NAME_SHARE = 0.8;
/** Maximum confidence without content that agrees: just below `SURE`. */
export const NAME_ALONE = 0.69;
/** Of a name that the content contradicts. */
const CONTRADICTED_SHARE = 0.25;
/** Content contradicts from this weight, and from this multiple of what it has for the name. */
const CONTRADICTS = { weight: 1.5, times: 3 };
/** Titles of maps are written anywhere on the sheet. */
const ON_SHEET = 0.85;
const MAPS: ReadonlySet<CategoryValue> = new Set<CategoryValue>(['sanborn_maps', 'topographic_maps']);
/** Readable characters without any clue that suggest "other". */
const READABLE = 120;
const NOTHING_SEEN = 0.2;
const NOTHING_KNOWN = 0.45;
const MAX_CONFIDENCE = 0.98;
const QUOTE = 40;

interface Clue {
  category: CategoryValue;
  weight: number;
  says: string;
  named?: boolean;
}

interface Scored {
  category: CategoryValue;
  /** Odds against "nothing"; 0 without clues. */
  odds: number;
  clues: Clue[];
}

/** Without evidence: other, unsure. */
export function classify(input: ClassifierInput): Suggestion {
  const texts = textClues(input.pages);
  const content = [...texts, ...mapClues(input.pages), ...shapeClues(input.pages)];
  const clues = [...nameClues(input.fileName, texts.length > 0).map((clue) => against(clue, content)), ...content];
  const ranked = CATEGORIES.map(({ value }) => score(value, clues)).sort((a, b) => b.odds - a.odds);
  const [best, second] = ranked;
  if (!best || best.odds === 0) return nothingSeen(input);
  const all = ranked.reduce((sum, { odds }) => sum + odds, 0) + SOMETHING_ELSE;
  const guesses = ranked
    .map(({ category, odds }) => ({ category, confidence: round(Math.min(MAX_CONFIDENCE, odds / all)) }))
    .slice(0, MAX_ALTERNATIVES + 1);
  const alternatives = guesses.slice(1).filter(({ confidence }) => confidence >= LEAST_ALTERNATIVE);
  const rival = second && alternatives.length > 0 ? ` It could also be ${inWords(second)}.` : '';
  return {
    suggestedCategory: best.category,
    confidence: Math.min(guesses[0]?.confidence ?? 0, best.clues.every(({ named }) => named) ? NAME_ALONE : 1),
    reasoning: `${sentence(list(best.clues))}.${rival}`,
    alternatives,
  };
}

/** A name counts little if the content says something else. */
function against(name: Clue, content: readonly Clue[]): Clue {
  const weights = new Map<CategoryValue, number>();
  for (const { category, weight } of content) weights.set(category, (weights.get(category) ?? 0) + weight);
  const most = Math.max(0, ...weights.values());
  const agrees = weights.get(name.category) ?? 0;
  const contradicted = most >= CONTRADICTS.weight && most >= CONTRADICTS.times * agrees;
  return contradicted ? { ...name, weight: name.weight * CONTRADICTED_SHARE } : name;
}

const inWords = ({ category, clues }: Scored): string => `${categoryLabel(category)}: ${list(clues)}`;

function nothingSeen({ pages }: ClassifierInput): Suggestion {
  const characters = pages.reduce((sum, { text }) => sum + text.trim().length, 0);
  const reasoning =
    characters > 0
      ? 'Neither the file name nor the text of the first pages says what this is.'
      : 'The file name says nothing about what this is, and the first pages hold no text that could be read.';
  const confidence = characters >= READABLE ? NOTHING_KNOWN : NOTHING_SEEN;
  return { suggestedCategory: DEFAULT_CATEGORY, confidence, reasoning, alternatives: [] };
}

function score(category: CategoryValue, clues: readonly Clue[]): Scored {
  const own = clues.filter((clue) => clue.category === category).sort((a, b) => b.weight - a.weight);
  const total = own.reduce((sum, { weight }) => sum + weight, 0);
  return { category, odds: Math.exp(STEEPNESS * total) - 1, clues: own };
}

/** Splits separators and capitalized words, so "SanbornMaps_1905-p2.pdf" matches by word. */
export const wordsOfName = (fileName: string): string =>
  fileName
    .replace(/\.pdf$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function nameClues(fileName: string, pagesSpeak: boolean): Clue[] {
  const name = wordsOfName(fileName);
  const share = pagesSpeak ? NAME_SHARE : 1;
  const clues = strongest(NAME_EVIDENCE, (pattern) => {
    const found = pattern.exec(name)?.[0].trim();
    return found === undefined ? undefined : { share, says: `the file name has "${found}"` };
  });
  return clues.map((clue) => ({ ...clue, named: true }));
}

function textClues(pages: readonly SeenPage[]): Clue[] {
  const [first, ...others] = pages.map(({ text }) => text.toLowerCase().replace(/\s+/g, ' ').trim());
  if (first === undefined) return [];
  const cover = DIVIDER.test(first) && others[0] ? `${first} ${others[0]}` : first;
  const onSheet = pages[0] && isMapSheet(pages[0]) ? [{ share: ON_SHEET, says: 'the sheet says', texts: [first] }] : [];
  const places = [
    ...[TITLE, HEAD, COVER].map(({ characters, share }) => ({
      share,
      says: 'the first page says',
      texts: readings(cover.slice(0, characters)),
    })),
    { share: INSIDE, says: 'the text says', texts: [[first, ...others].join(' ')] },
  ];
  return strongest(TEXT_EVIDENCE, (pattern, category) => {
    for (const { share, says, texts } of MAPS.has(category) ? [...onSheet, ...places] : places)
      for (const text of texts) {
        const found = pattern.exec(text)?.[0];
        if (found !== undefined) return { share, says: `${says} "${quote(found)}"` };
      }
    return undefined;
  });
}

/** The strongest clue per category counts in full, further ones half: they are often the same word. */
function strongest(
  evidence: readonly WordEvidence[],
  find: (pattern: RegExp, category: CategoryValue) => { share: number; says: string } | undefined,
): Clue[] {
  const clues = evidence.flatMap(({ category, pattern, weight }) => {
    const found = find(pattern, category);
    return found ? [{ category, weight: weight * found.share, says: found.says }] : [];
  });
  clues.sort((a, b) => b.weight - a.weight);
  const seen = new Set<CategoryValue>();
  return clues.map((clue) => {
    const further = seen.has(clue.category);
    seen.add(clue.category);
    return further ? { ...clue, weight: clue.weight / 2 } : clue;
  });
}

/** Most first pages that can show a shape must have it; only the first picture is inspected. */
function shapeClues(pages: readonly SeenPage[]): Clue[] {
  return SHAPE_EVIDENCE.filter(({ matches, looks }) => {
    const able = looks ? pages.filter(({ appearance }) => appearance !== undefined) : pages;
    return able.filter(matches).length * 2 > able.length;
  }).map(({ category, weight, says }) => ({ category, weight, says: `the sheets ${says}` }));
}

const quote = (text: string): string => (text.length > QUOTE ? `${text.slice(0, QUOTE).trim()}…` : text);
const list = (clues: readonly Clue[]): string => clues.map(({ says }) => says).join('; ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const round = (value: number): number => Math.round(value * 100) / 100;
