import { plotSvg } from './plot.js';

describe('a plot', () => {
  it('has a panel for each series, with a line for each name over the time of all', () => {
    const lines = new Map([
      [
        'gateway <1>',
        [
          { at: 0, value: 100 },
          { at: 60, value: 150 },
        ],
      ],
      [
        'issue',
        [
          { at: 0, value: 0 },
          { at: 60, value: 50 },
        ],
      ],
    ]);
    const svg = plotSvg(
      [
        { title: 'MB', lines },
        { title: 'Handles', lines: new Map() },
      ],
      'A & B',
    );
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).toContain('gateway &lt;1&gt;');
    expect(svg).toContain('A &amp; B');
    // half of 200 at the beginning, three quarters of it at the end
    expect(svg).toContain('points="60.0,145.0 770.0,102.5"');
    expect(svg).toContain('1.0 min');
  });

  it('draws a line of many points with fewer, and keeps its peaks', () => {
    const points = Array.from({ length: 2400 }, (_, at) => ({ at, value: at === 1203 ? 100 : 1 }));
    const svg = plotSvg([{ title: 'MB', lines: new Map([['gateway', points]]) }], 'One. Two');
    const drawn = /points="([^"]*)"/.exec(svg)?.[1]?.split(' ') ?? [];
    expect(drawn).toHaveLength(240);
    expect(Math.min(...drawn.map((point) => Number(point.split(',')[1])))).toBe(60);
    // a line for each sentence
    expect(svg.match(/font-size="12">/g)).toHaveLength(2);
  });
});
