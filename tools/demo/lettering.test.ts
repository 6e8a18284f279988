import { romanLetters, romanWidth, straight, strokeLetters, textWidth } from './lettering.js';

const style = { size: 10 };

describe('the map alphabet', () => {
  it('has every capital, figure and mark that the sheets use', () => {
    for (const char of `ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:'"-&()/=#`)
      expect(textWidth(char, style)).toBeGreaterThan(0);
  });

  it('refuses a character it cannot draw instead of leaving a hole in the word', () => {
    expect(() => strokeLetters('CAFÉ', style, straight('CAF', style, [0, 0]))).toThrow(/no letter for "É"/);
  });

  it('keeps a word between its measured ends', () => {
    const text = 'GAS HOLDERS';
    const path = strokeLetters(text, style, straight(text, style, [0, 0], 0, 'start'));
    const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const xs = numbers.filter((_, i) => i % 2 === 0);
    const ys = numbers.filter((_, i) => i % 2 === 1);
    expect(Math.min(...xs)).toBeCloseTo(0, 0);
    expect(Math.max(...xs)).toBeCloseTo(textWidth(text, style), 0);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(-10.01);
    expect(Math.max(...ys)).toBeLessThanOrEqual(0.01);
  });

  it('turns a word about its middle', () => {
    const text = 'HHH';
    const width = textWidth(text, style);
    const place = straight(text, style, [100, 100], -Math.PI / 2);
    const [startX, startY] = place(0, 0);
    const [endX, endY] = place(width, 0);
    expect([startX, endX].map((x) => Math.round(x))).toEqual([100, 100]);
    expect(startY - 100).toBeCloseTo(width / 2);
    expect(100 - endY).toBeCloseTo(width / 2);
  });

  it('winds every part of a heavy letter the same way, so that overlaps stay filled', () => {
    const path = romanLetters('MAIN ST. 26 &', style, (x, y) => [x, y], 0.25);
    const areas = path
      .split('Z')
      .filter(Boolean)
      .map((ring) => {
        const points = [...ring.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
        return points.reduce((area, [x, y], i) => {
          const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0];
          return area + x * nextY - nextX * y;
        }, 0);
      });
    expect(areas.length).toBeGreaterThan(40);
    expect(new Set(areas.map(Math.sign))).toEqual(new Set([1]));
  });

  it('sets heavy letters wider than single strokes, and a full stop close to its word', () => {
    expect(romanWidth('ELM ST', style)).toBeGreaterThan(textWidth('ELM ST', style));
    expect(textWidth('T.', { size: 10, spacing: 1 })).toBeLessThan(textWidth('TI', { size: 10, spacing: 1 }));
  });
});
