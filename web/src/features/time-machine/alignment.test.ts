import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import { clicked, nextStep, pointsOf } from './alignment.js';

const at = (x: number) => ({ x, y: 0 });
const pair = { from: at(1), to: at(2) };

describe('the alignment of two sheets', () => {
  it('makes a pair of a click on each sheet, in any order', () => {
    const first = clicked([], null, { side: 0, point: at(1) });
    expect(first).toEqual({ pair: null, pending: { side: 0, point: at(1) } });
    expect(clicked([], first.pending, { side: 1, point: at(2) })).toEqual({ pair, pending: null });
    expect(clicked([], { side: 1, point: at(2) }, { side: 0, point: at(1) })).toEqual({ pair, pending: null });
  });

  it('treats a second click on the same sheet as a move', () => {
    const again = clicked([], { side: 0, point: at(1) }, { side: 0, point: at(7) });
    expect(again).toEqual({ pair: null, pending: { side: 0, point: at(7) } });
  });

  it('limits the number of pairs', () => {
    const full = Array.from({ length: MAX_ALIGNMENT_PAIRS }, () => pair);
    expect(clicked(full, null, { side: 0, point: at(1) })).toEqual({ pair: null, pending: null });
    expect(nextStep(MAX_ALIGNMENT_PAIRS, null)).toBe(`${MAX_ALIGNMENT_PAIRS} places is the maximum.`);
  });

  it('shows both points of each pair, and the unpaired one with the next number', () => {
    expect(pointsOf([pair], { side: 1, point: at(9) })).toEqual([
      { side: 0, number: 1, point: at(1) },
      { side: 1, number: 1, point: at(2) },
      { side: 1, number: 2, point: at(9) },
    ]);
  });

  it('shows the next instruction', () => {
    expect(nextStep(0, 0)).toBe('Now click the same place on B.');
    expect(nextStep(3, 1)).toBe('Now click the same place on A.');
    const place = 'Click a place that both sheets show, such as a corner of a building.';
    expect(nextStep(0, null)).toBe(`${place} Two places are enough, more make it better.`);
    expect(nextStep(0, null, true)).toBe(`${place} One place is enough.`);
    expect(nextStep(2, null)).toBe(place);
  });
});
