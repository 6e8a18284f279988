import { conflict, refuseFields } from '@symbio/runtime';
import type { SaveAlignmentRequest } from '@symbio/proto/document';
import { fitSimilarity, residualOf, type PointPair, type Similarity } from '@symbio/proto/document/similarity';
import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import type { PageRow } from '../model.js';
import type { AlignmentRow, StoredPair } from './model.js';

type Size = Pick<PageRow, 'width' | 'height'>;

/** Implausible for two scans of paper, and breaks the arithmetic. */
const MAX_SCALE = 1_000;

const isOn = (x: number, y: number, { width, height }: Size): boolean => x >= 0 && y >= 0 && x <= width && y <= height;

function isUsable({ re, im, x, y }: Similarity): boolean {
  const scale = Math.hypot(re, im);
  return scale >= 1 / MAX_SCALE && scale <= MAX_SCALE && Number.isFinite(x) && Number.isFinite(y);
}

/**
 * @throws AppError INVALID_ARGUMENT naming the fields, FAILED_PRECONDITION `page_not_ready` for a sheet without size
 */
export function checkAlignment(
  { pairs, base }: Pick<SaveAlignmentRequest, 'pairs' | 'base'>,
  first: PageRow,
  second: PageRow,
): void {
  if ([first, second].some(({ status, width }) => status !== 'ready' || width === 0))
    throw conflict(
      'page_not_ready',
      'Both sheets need a picture before they can be aligned. Process their documents first.',
    );
  const problems: Record<string, string> = {};
  if (pairs.length > MAX_ALIGNMENT_PAIRS) problems['pairs'] = `There can be at most ${MAX_ALIGNMENT_PAIRS} places.`;
  else if (!pairs.every(({ fromX, fromY, toX, toY }) => isOn(fromX, fromY, first) && isOn(toX, toY, second)))
    problems['pairs'] = 'Each place must lie on both sheets.';
  if (base && !isUsable(base)) problems['base'] = 'base must be a turn, a stretch and a move.';
  refuseFields(problems);
}

const toPair = ({ fromX, fromY, toX, toY }: StoredPair): PointPair => ({
  from: { x: fromX, y: fromY },
  to: { x: toX, y: toY },
});

const NOTHING_MOVED: Similarity = { re: 1, im: 0, x: 0, y: 0 };

/** In pixels of the second sheet; undefined if it carries no information. */
export function residualPx(pairs: readonly StoredPair[]): number | undefined {
  const named = pairs.map(toPair);
  return residualOf(named, fitSimilarity(named, NOTHING_MOVED)) ?? undefined;
}

export type AlignmentInput = Pick<AlignmentRow, 'firstPageId' | 'secondPageId' | 'pairs' | 'base'>;

/** A retracted alignment has none. */
export const hasContent = ({ pairs, base }: Pick<AlignmentInput, 'pairs' | 'base'>): boolean =>
  pairs.length > 0 || base !== undefined;

/** For the same sheet order. */
export function isSameAlignment(one: AlignmentInput, other: AlignmentInput): boolean {
  if (!hasContent(one) && !hasContent(other)) return true;
  const plain = ({ firstPageId, pairs, base }: AlignmentInput) =>
    JSON.stringify([
      firstPageId,
      pairs.map(({ fromX, fromY, toX, toY }) => [fromX, fromY, toX, toY]),
      base ? [base.re, base.im, base.x, base.y] : null,
    ]);
  return plain(one) === plain(other);
}
