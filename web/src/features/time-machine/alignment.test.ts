import { MAX_PAIRS } from './address.js';
import { alignmentTexts, clicked, pointsOf } from './alignment.js';

const at = (x: number) => ({ x, y: 0 });
const pair = { from: at(1), to: at(2) };

describe('the alignment of two sheets', () => {
  it('makes a pair of a click on each sheet, whichever came first', () => {
    const first = clicked([], null, { side: 0, point: at(1) });
    expect(first).toEqual({ pair: null, pending: { side: 0, point: at(1) } });
    expect(clicked([], first.pending, { side: 1, point: at(2) })).toEqual({ pair, pending: null });
    expect(clicked([], { side: 1, point: at(2) }, { side: 0, point: at(1) })).toEqual({ pair, pending: null });
  });

  it('takes a second click on the same sheet for another place', () => {
    const again = clicked([], { side: 0, point: at(1) }, { side: 0, point: at(7) });
    expect(again).toEqual({ pair: null, pending: { side: 0, point: at(7) } });
  });

  it('takes no more pairs than there can be', () => {
    const full = Array.from({ length: MAX_PAIRS }, () => pair);
    expect(clicked(full, null, { side: 0, point: at(1) })).toEqual({ pair: null, pending: null });
    expect(alignmentTexts(MAX_PAIRS, null, 0).next).toBe(`${MAX_PAIRS} places are the most there can be.`);
  });

  it('shows both points of each pair, and the one that waits with the next number', () => {
    expect(pointsOf([pair], { side: 1, point: at(9) })).toEqual([
      { side: 0, number: 1, point: at(1) },
      { side: 1, number: 1, point: at(2) },
      { side: 1, number: 2, point: at(9) },
    ]);
  });

  it('says what to do next and how well the sheets fit', () => {
    expect(alignmentTexts(0, 0, 0)).toEqual({
      next: 'Now click the same place on B.',
      state: 'Two places are enough, more make it better.',
    });
    expect(alignmentTexts(2, null, 0.04).state).toBe('2 places, exact.');
    expect(alignmentTexts(3, null, 1.26).state).toBe('3 places, 1.3 pixels apart on average.');
  });
});
