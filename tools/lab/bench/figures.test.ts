import { figureTable, isMet, summarise, type Figure } from './figures.js';

const figure = (values: number[], goal?: Figure['goal']): Figure => ({
  name: 'time',
  unit: 's',
  values,
  ...(goal && { goal }),
});

describe('figures of a benchmark', () => {
  it('have minimum, median and maximum', () => {
    expect(summarise([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
    expect(summarise([4, 1, 2, 3])).toEqual({ min: 1, median: 2.5, max: 4 });
  });

  it('meet a goal by their median', () => {
    expect(isMet(figure([0.5, 0.9, 7], { atMost: 1 }))).toBe(true);
    expect(isMet(figure([0.5, 1.1, 7], { atMost: 1 }))).toBe(false);
    expect(isMet(figure([2, 4, 5], { atLeast: 3 }))).toBe(true);
  });

  it('are marked when they were not measured, instead of passing', () => {
    const lines = figureTable([{ ...figure([], { atMost: 1 }), note: 'Not measured: install it.' }]);
    expect(isMet(figure([], { atMost: 1 }))).toBeUndefined();
    expect(lines.join('\n')).toContain('not measured');
    expect(lines.at(-1)).toContain('install it');
  });
});
