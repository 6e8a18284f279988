/** Converts words to page pixels and groups them into lines. */
import { quarterOf } from '../../../pdf/page.js';
import { MEANINGFUL, type FoundWord } from '../../words.js';
import { SpatialIndex } from '../spatial-index.js';
import { halfExtent, offsetFrom } from '../turned-box.js';
import type { PlacedWord } from './placed-words.js';
import { withoutDoubts } from './doubts.js';
import { isKnown } from './terms.js';

const CERTAIN = 0.5;
/** Of a known word beside another. */
const LIKELY = 0.4;
/** Weight of unknown words relative to known ones. */
const UNKNOWN = 0.55;
/** Digits that count at most. */
const DIGITS = 3;
/** Maximum sideways distance of two readings of the same ink, as a share of the word's height. */
const SAME_INK = 0.35;
/** Limits for pieces of one line: gap and sideways offset in heights, height ratio and angle. */
const SAME_LINE = { gap: 1.2, aside: 0.4, height: 1.5, angle: (7 * Math.PI) / 180 };

/** Words of one box, in reading order. */
export type Piece = PlacedWord[];

/** Words in page pixels, line by line from the top. */
export function pageWords(read: readonly Piece[], scale: number, page: { width: number; height: number }): FoundWord[] {
  const pieces = withoutDoubts(read)
    .map(writingOf)
    .filter((piece) => piece.length > 0);
  const lines = linesOf(withoutDoubles(pieces)).sort((one, other) => topOf(one) - topOf(other));
  return lines.flatMap((line, number) => line.map((word) => toPage(word, number, scale, page)));
}

/** Without words that are too uncertain or have no letters. */
export const writingOf = (piece: Piece): Piece => piece.filter((word) => isWriting(word, piece));

function isWriting({ text, confidence }: PlacedWord, piece: Piece): boolean {
  const isBesideKnown =
    isKnown(text) && piece.some((other) => other.text !== text && other.confidence >= CERTAIN && isKnown(other.text));
  return confidence >= (isBesideKnown ? LIKELY : CERTAIN) && MEANINGFUL.test(text);
}

const topOf = ([first]: Piece): number => first?.y ?? 0;

/** Joins successive pieces of one direction. */
export function linesOf(pieces: readonly Piece[]): Piece[] {
  const next = new Map<Piece, Piece>();
  const follows = new Set<Piece>();
  const sorted = [...pieces].sort((one, other) => topOf(one) - topOf(other));
  const beginnings = new SpatialIndex<Piece>();
  for (const piece of sorted) if (piece[0]) beginnings.add(piece, startOf(piece[0]), 0);
  const candidates = sorted.flatMap((one) =>
    following(beginnings, one).flatMap((other) => {
      const gap = other === one ? undefined : gapBetween(one, other);
      return gap === undefined ? [] : [{ one, other, gap }];
    }),
  );
  for (const { one, other } of candidates.sort((a, b) => a.gap - b.gap)) {
    if (next.has(one) || follows.has(other) || leadsTo(next, other, one)) continue;
    next.set(one, other);
    follows.add(other);
  }
  return sorted
    .filter((piece) => !follows.has(piece))
    .map((first) => {
      const line = [...first];
      for (let piece = next.get(first); piece; piece = next.get(piece)) line.push(...piece);
      return line;
    });
}

function leadsTo(next: ReadonlyMap<Piece, Piece>, from: Piece, to: Piece): boolean {
  for (let piece: Piece | undefined = from; piece; piece = next.get(piece)) if (piece === to) return true;
  return false;
}

function following(beginnings: SpatialIndex<Piece>, one: Piece): Piece[] {
  const last = one.at(-1);
  return last ? beginnings.around(startOf({ ...last, long: -last.long }), last.short * SAME_LINE.height * 2) : [];
}

/** Start of a word; its end if `long` is negative. */
const startOf = ({ x, y, long, angle }: Pick<PlacedWord, 'x' | 'y' | 'long' | 'angle'>) => ({
  x: x - (long / 2) * Math.cos(angle),
  y: y - (long / 2) * Math.sin(angle),
});

/** Gap in pixels between two pieces; undefined if the second does not continue the first. */
function gapBetween(one: Piece, other: Piece): number | undefined {
  const [last, first] = [one.at(-1), other[0]];
  if (!last || !first) return undefined;
  const turn = Math.abs(Math.atan2(Math.sin(last.angle - first.angle), Math.cos(last.angle - first.angle)));
  if (turn > SAME_LINE.angle) return undefined;
  const [small, large] = last.short < first.short ? [last.short, first.short] : [first.short, last.short];
  if (large > small * SAME_LINE.height) return undefined;
  const [along, aside] = offsetFrom(last, first.x, first.y);
  const gap = along - (last.long + first.long) / 2;
  if (Math.abs(aside) > small * SAME_LINE.aside || gap > large * SAME_LINE.gap || gap < -large) return undefined;
  return Math.abs(gap);
}

function toPage(word: PlacedWord, line: number, scale: number, page: { width: number; height: number }): FoundWord {
  const [halfWidth, halfHeight] = halfExtent(word.long, word.short, word.angle);
  const inside = (value: number, most: number): number => Math.max(0, Math.min(Math.round(value / scale), most));
  const [x, y] = [inside(word.x - halfWidth, page.width - 1), inside(word.y - halfHeight, page.height - 1)];
  const angle = degreesOf(word.angle);
  return {
    text: word.text,
    x,
    y,
    width: Math.max(1, inside(word.x + halfWidth, page.width) - x),
    height: Math.max(1, inside(word.y + halfHeight, page.height) - y),
    confidence: word.confidence,
    turned: quarterOf(angle),
    angle,
    line,
  };
}

/** Whole degrees, -179 to 180. */
function degreesOf(radians: number): number {
  const degrees = Math.round((Math.atan2(Math.sin(radians), Math.cos(radians)) * 180) / Math.PI);
  return degrees === -180 ? 180 : degrees === 0 ? 0 : degrees;
}

/**
 * Long and known words are worth more: part of a word is often read with more confidence than all of it. Numbers are not:
 * house numbers run together.
 */
const worthOf = ({ text, confidence }: PlacedWord): number =>
  confidence * (isKnown(text) ? 1 : UNKNOWN) * (countOf(text, /[A-Za-z]/g) + Math.min(DIGITS, countOf(text, /\d/g)));

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Keeps the better of two readings of the same ink, compared by rotated boxes: upright boxes of slanted lines overlap.
 */
function withoutDoubles(pieces: readonly Piece[]): Piece[] {
  const nearby = new SpatialIndex<{ word: PlacedWord; piece: number }>();
  const kept = new Set<PlacedWord>();
  const all = pieces.flatMap((piece, number) => piece.map((word) => ({ word, piece: number })));
  for (const one of all.sort((a, b) => worthOf(b.word) - worthOf(a.word))) {
    const { word, piece } = one;
    const double = nearby.at(word).some((other) => other.piece !== piece && isSameInk(other.word, word));
    if (double) continue;
    kept.add(word);
    nearby.add(one, word, Math.max(word.long, word.short) / 2);
  }
  return pieces.map((piece) => piece.filter((word) => kept.has(word))).filter((piece) => piece.length > 0);
}

function isSameInk(one: PlacedWord, other: PlacedWord): boolean {
  const [along, aside] = offsetFrom(one, other.x, other.y);
  if (Math.abs(along) < one.long / 2 && Math.abs(aside) < one.short * SAME_INK) return true;
  const [back, away] = offsetFrom(other, one.x, one.y);
  return Math.abs(back) < other.long / 2 && Math.abs(away) < other.short * SAME_INK;
}
