import type { Spot } from '../../src/spotting/spotter.js';
import { calibrationBands, fitted, confidenceBands, type Looked } from './calibration.js';
import { judge } from './judge.js';
import { TRUTH, type TruthRow } from './truth.js';
import { isLandUse } from '../../src/land-uses.js';
import { calibrated, CALIBRATION } from '../../src/spotting/confidence.js';

const spot = (landUse: string, x: number, y = 100): Spot => ({
  ...{ landUse, text: '', term: '', confidence: 9, score: 8, notes: {} },
  box: { x: x - 40, y: y - 10, width: 80, height: 20 },
  lettering: { x, y, length: 80, height: 20, angle: 0 },
});
const row = (landUses: string[], x: number, isAsked = true): TruthRow => ({
  landUses,
  x,
  y: 100,
  printed: '',
  isAsked,
});

describe('judging proposals by the ground truth (FEAT-21)', () => {
  const rows = [row(['coal_storage'], 200), row(['manufacturing', 'lumber_yard'], 800), row(['dump'], 1200, false)];

  it('holds one for right where any of the uses is lettered, also some pixels aside', () => {
    const { spots } = judge([spot('coal_storage', 215), spot('lumber_yard', 800), spot('dump', 1200)], { rows });
    expect(spots.map((one) => one.row)).toEqual(rows);
  });

  it('holds one for wrong elsewhere, and where another use is proposed', () => {
    const { spots, asked } = judge([spot('coal_storage', 500), spot('dump', 800)], { rows });
    expect(spots.map((one) => one.row)).toEqual([undefined, undefined]);
    expect(asked.map(({ isFound }) => isFound)).toEqual([false, false]);
  });

  it('asks for sites, not for every lettering of one', () => {
    const { asked } = judge([spot('coal_storage', 200)], { rows });
    expect(asked).toEqual([
      { row: rows[0], isFound: true },
      { row: rows[1], isFound: false },
    ]);
  });
});

it('the truth names land uses of the list, and points on the sheets (DATA-15)', () => {
  expect(TRUTH).toHaveLength(11);
  for (const { rows } of TRUTH)
    for (const { landUses, x, y, printed } of rows) {
      expect(landUses.every(isLandUse)).toBe(true);
      expect(x > 0 && x < 1460 && y > 0 && y < 2100).toBe(true);
      expect(printed).not.toBe('');
    }
});

describe('calibration of stated confidence (issue 14)', () => {
  const looked = (score: number, isRight: boolean): Looked => ({ score, confidence: calibrated(score), isRight });

  it('says what share was right, never quite sure, and rises with the score', () => {
    const many = [
      ...Array.from({ length: 40 }, () => looked(8, true)),
      ...Array.from({ length: 8 }, (_, index) => looked(5.5, index < 4)),
      // more often correct than a higher score: merged into one band
      ...Array.from({ length: 4 }, () => looked(4.5, true)),
    ];
    const table = new Map(fitted(many));
    expect(table.get(7)).toBe(9.5);
    expect(table.get(5)).toBe(table.get(4));
    expect(table.get(5)).toBeGreaterThan(5);
    expect(table.get(5)).toBeLessThan(8);
    const said = [...table.values()];
    expect(said).toEqual([...said].sort((a, b) => a - b));
    expect(calibrationBands(many).find(({ from }) => from === 5)).toEqual({ from: 5, right: 4, all: 8 });
    expect(confidenceBands(many).reduce((sum, { all }) => sum + all, 0)).toBe(many.length);
  });

  it('is in the code as a table that rises, in halves from 0 to 10', () => {
    for (const [index, [score, confidence]] of CALIBRATION.entries()) {
      const [before = -1, less = -1] = CALIBRATION[index - 1] ?? [];
      expect(score > before && confidence >= less).toBe(true);
      expect(confidence * 2).toBe(Math.round(confidence * 2));
      expect(calibrated(score)).toBe(confidence);
    }
    expect(calibrated(10)).toBeLessThan(10);
  });
});
