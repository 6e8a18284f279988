import { peaksOf, quantity, usageTable } from './usage.js';

describe('usage of pods', () => {
  it.each([
    ['250m', 0.25],
    ['12345678n', 0.012345678],
    ['2', 2],
    ['38Mi', 38 * 1024 ** 2],
    ['1024Ki', 1024 ** 2],
  ])('is read from a quantity: %s', (text, number) => expect(quantity(text)).toBeCloseTo(number, 9));

  it('rejects other forms of numbers', () => {
    expect(() => quantity('much')).toThrow('"much" is no quantity');
    expect(() => quantity('5Xi')).toThrow('"5Xi" is no quantity');
  });

  it('is the peak of one pod of each process', () => {
    const uses = [
      { component: 'issue', cpu: 0.1, memory: 90 },
      { component: 'issue', cpu: 0.05, memory: 110 },
      { component: 'web', cpu: 0.01, memory: 10 },
    ];
    expect([...peaksOf(uses)]).toEqual([
      ['issue', { cpu: 0.1, memory: 110 }],
      ['web', { cpu: 0.01, memory: 10 }],
    ]);
  });

  it('has a row for each process, with gaps for unknown values', () => {
    const rest = new Map([['issue', { cpu: 0.004, memory: 90 * 1024 ** 2 }]]);
    const rows = usageTable(rest, new Map(), new Map([['web', 2]]))
      .replaceAll(/ +/g, ' ')
      .split('\n');
    expect(rows.slice(2)).toEqual(['| issue | 90 | | 0.00 | | |', '| web | | | | | 2 |']);
  });
});
