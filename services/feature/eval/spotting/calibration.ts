/** Fits what a score is worth, and compares what was said with what was right. */
import { CALIBRATION } from '../../src/spotting/confidence.js';

/** A proposal that somebody looked at. */
export interface Looked {
  score: number;
  confidence: number;
  isRight: boolean;
}

export interface Band {
  /** The least score of the band, or what was said. */
  from: number;
  right: number;
  all: number;
}

/** Scores from which a band of its own begins. */
const BANDS = CALIBRATION.map(([score]) => score);
/** Nobody who reads a map is surer. */
const MOST = 9.5;

/** How many were right in each band of scores. */
export function bandsOf(looked: readonly Looked[]): Band[] {
  return BANDS.map((from, index) => {
    const to = BANDS[index + 1] ?? Infinity;
    const there = looked.filter(({ score }) => score >= from && score < to);
    return { from, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
}

/** The table that follows from proposals that were looked at: it rises with the score, and is never quite sure. */
export function fitted(looked: readonly Looked[]): [score: number, confidence: number][] {
  // neighbours of which the higher one was right less often are one band (isotonic regression)
  const pools: { from: number[]; right: number; all: number }[] = [];
  const shareOf = ({ right, all }: { right: number; all: number }): number => (right + 1) / (all + 2);
  for (const { from, right, all } of bandsOf(looked)) {
    pools.push({ from: [from], right, all });
    for (let last = pools.at(-1), before = pools.at(-2); last && before && shareOf(before) > shareOf(last);) {
      pools.splice(-2, 2, {
        from: [...before.from, ...last.from],
        right: before.right + last.right,
        all: before.all + last.all,
      });
      [before, last] = [pools.at(-2), pools.at(-1)];
    }
  }
  return pools.flatMap((pool) =>
    pool.from.map((from): [number, number] => [from, Math.min(MOST, Math.round(shareOf(pool) * 20) / 2)]),
  );
}

/** How many were right of those said to be so sure. */
export function saidOf(looked: readonly Looked[]): Band[] {
  return [...new Set(CALIBRATION.map(([, said]) => said))].map((said) => {
    const there = looked.filter(({ confidence }) => confidence === said);
    return { from: said, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
}
