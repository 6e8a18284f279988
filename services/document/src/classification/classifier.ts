/** Suggests a document's category from its name, the text of its first pages and the shape of its sheets (OP-18). */
import { CATEGORIES, categoryLabel, DEFAULT_CATEGORY, type CategoryValue } from '../categories.js';
import { NAME_EVIDENCE, SHAPE_EVIDENCE, TEXT_EVIDENCE, type SheetShape, type WordEvidence } from './evidence.js';

/** A first page as far as it could be read. */
export interface SeenPage extends SheetShape {
  text: string;
}

export interface ClassifierInput {
  fileName: string;
  /** The first pages; none when the file could not be read. */
  pages: readonly SeenPage[];
}

export interface Suggestion {
  suggestedCategory: CategoryValue;
  /** 0 to 1, two decimals. */
  confidence: number;
  /** What was seen, in words. */
  reasoning: string;
}

/** From here on a suggestion becomes the category by itself (OP-18). */
export const SURE = 0.7;

/** A cover says what a document is; what follows also says what it is about. Characters of the first page. */
const COVER = 600;
/** Weight of what is found behind the cover. */
const INSIDE = 0.4;
/** Weight at which a lone clue makes a suggestion 63 % sure; 3 gives 82 %. */
const SCALE = 1.75;
const NOTHING_SEEN = 0.2;
const MAX_CONFIDENCE = 0.98;
const QUOTE = 40;

interface Clue {
  category: CategoryValue;
  weight: number;
  says: string;
}

/** The most likely category. With nothing to go by: other, unsure. */
export function classify(input: ClassifierInput): Suggestion {
  const clues = [...nameClues(input.fileName), ...textClues(input.pages), ...shapeClues(input.pages)];
  const ranked = CATEGORIES.map(({ value }) => score(value, clues)).sort((a, b) => b.total - a.total);
  const [best, second] = ranked;
  if (!best || best.total === 0) return nothingSeen(input);
  const rival = second?.total ?? 0;
  const sure = (1 - Math.exp(-best.total / SCALE)) * (best.total ** 2 / (best.total ** 2 + rival ** 2));
  const rivals =
    second && rival >= best.total / 2
      ? ` It could also be ${categoryLabel(second.category)}: ${list(second.clues)}.`
      : '';
  return {
    suggestedCategory: best.category,
    confidence: round(Math.min(MAX_CONFIDENCE, sure)),
    reasoning: `${sentence(list(best.clues))}.${rivals}`,
  };
}

function nothingSeen({ pages }: ClassifierInput): Suggestion {
  const read = pages.some(({ text }) => text.trim() !== '');
  const reasoning = read
    ? 'Neither the file name nor the text of the first pages says what this is.'
    : 'The file name says nothing about what this is, and the first pages hold no text that could be read.';
  return { suggestedCategory: DEFAULT_CATEGORY, confidence: NOTHING_SEEN, reasoning };
}

function score(
  category: CategoryValue,
  clues: readonly Clue[],
): { category: CategoryValue; total: number; clues: Clue[] } {
  const own = clues.filter((clue) => clue.category === category).sort((a, b) => b.weight - a.weight);
  return { category, total: own.reduce((sum, { weight }) => sum + weight, 0), clues: own };
}

/** Separators become spaces and words in capitals come apart, so that "SanbornMaps_1905-p2.pdf" can be matched by word. */
export const wordsOfName = (fileName: string): string =>
  fileName
    .replace(/\.pdf$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function nameClues(fileName: string): Clue[] {
  const name = wordsOfName(fileName);
  return strongest(NAME_EVIDENCE, (pattern) => {
    const found = pattern.exec(name)?.[0].trim();
    return found === undefined ? undefined : { share: 1, says: `the file name has "${found}"` };
  });
}

function textClues(pages: readonly SeenPage[]): Clue[] {
  const [first, ...others] = pages.map(({ text }) => text.toLowerCase().replace(/\s+/g, ' '));
  if (first === undefined) return [];
  const cover = first.slice(0, COVER);
  const inside = [first.slice(COVER), ...others].join(' ');
  return strongest(TEXT_EVIDENCE, (pattern) => {
    const onCover = pattern.exec(cover)?.[0];
    if (onCover !== undefined) return { share: 1, says: `the first page says "${quote(onCover)}"` };
    const within = pattern.exec(inside)?.[0];
    return within === undefined ? undefined : { share: INSIDE, says: `the text says "${quote(within)}"` };
  });
}

/** The strongest clue of each category counts in full, further ones by half: they often are the same word again. */
function strongest(
  evidence: readonly WordEvidence[],
  find: (pattern: RegExp) => { share: number; says: string } | undefined,
): Clue[] {
  const clues = evidence.flatMap(({ category, pattern, weight }) => {
    const found = find(pattern);
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

/** A shape counts when most of the first pages have it. */
function shapeClues(pages: readonly SeenPage[]): Clue[] {
  return SHAPE_EVIDENCE.filter(({ matches }) => pages.filter(matches).length * 2 > pages.length).map(
    ({ category, weight, says }) => ({ category, weight, says: `the sheets ${says}` }),
  );
}

const quote = (text: string): string => (text.length > QUOTE ? `${text.slice(0, QUOTE).trim()}…` : text);
const list = (clues: readonly Clue[]): string => clues.map(({ says }) => says).join('; ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const round = (value: number): number => Math.round(value * 100) / 100;
