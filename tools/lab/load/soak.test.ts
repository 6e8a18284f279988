import { SoakSeries } from './soak.js';

describe('a soak', () => {
  it('names only series that grow after the warm-up', () => {
    const seen = new SoakSeries();
    for (let at = 0; at <= 3600; at += 10) {
      // fills its caches in the first ten minutes
      seen.add('resident', 'gateway', at, Math.min(200, 100 + at / 6));
      seen.add('resident', 'issue', at, 120 + at / 60);
      seen.add('handles', 'issue', at, 30 + (at % 60 === 0 ? 5 : 0));
      seen.addSample(
        { resident: new Map(), heap: new Map(), handles: new Map(), waiting: new Map([['outboxes', 2]]) },
        at,
      );
    }
    const grown = seen.trends(600).filter(({ grows }) => grows);
    expect(grown.map(({ series, name }) => `${name}: ${series}`)).toEqual(['issue: resident']);
    expect(Math.round(grown[0]?.from ?? 0)).toBe(130);
    expect(Math.round(grown[0]?.to ?? 0)).toBe(180);
    expect(seen.panels().map(({ lines }) => lines.size)).toEqual([2, 0, 1, 1, 0]);
  });
});
