/** Fits the calibration table, and compares stated confidence with actual accuracy. */
import { CALIBRATION } from '../../src/spotting/confidence.js';

export interface Looked {
  score: number;
  confidence: number;
  isRight: boolean;
}

export interface Band {
  /** Minimum score of the band, or the stated confidence. */
  from: number;
  right: number;
  all: number;
}

const BANDS = CALIBRATION.map(([score]) => score);
/** Maximum confidence. */
const MOST = 9.5;

/** Correct proposals per score band. */
export function calibrationBands(looked: readonly Looked[]): Band[] {
  return BANDS.map((from, index) => {
    const to = BANDS[index + 1] ?? Infinity;
    const there = looked.filter(({ score }) => score >= from && score < to);
    return { from, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
}

/** Calibration table fitted to reviewed proposals: it rises with the score and never reaches certainty. */
export function fitted(looked: readonly Looked[]): [score: number, confidence: number][] {
  // merges neighbouring bands whose accuracy does not rise (isotonic regression)
  const pools: { from: number[]; right: number; all: number }[] = [];
  const shareOf = ({ right, all }: { right: number; all: number }): number => (right + 1) / (all + 2);
  for (const { from, right, all } of calibrationBands(looked)) {
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

/** Correct proposals per stated confidence. */
export function confidenceBands(looked: readonly Looked[]): Band[] {
  return [...new Set(CALIBRATION.map(([, said]) => said))].map((said) => {
    const there = looked.filter(({ confidence }) => confidence === said);
    return { from: said, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
}
