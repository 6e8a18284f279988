import type { Word } from '../pdf/page.js';
import { measureScaleBar } from './scale-bar.js';

const at = (text: string, x: number, y = 900, height = 20): Word => ({
  ...{ text, x: x - text.length * 6, y, width: text.length * 12, height },
});

describe('a lettered scale bar', () => {
  it('is measured from zero to its labels', () => {
    const bar = [at('0', 100), at('50', 228), at('100', 356), at('200', 612), at('FEET', 690)];
    expect(measureScaleBar(bar)).toBeCloseTo(50 / 128, 3);
  });

  it('may count backwards to the left, have its unit above, and be beside others', () => {
    const words = [at('SCALE', 300, 860), at('OF', 380, 860), at('FEET', 450, 860)];
    const bar = [at('50', 100), at('0', 228), at('50', 356), at('100', 484), at('150', 612)];
    const miles = [
      at('1', 100, 1_100),
      at('0', 300, 1_100),
      at('1', 500, 1_100),
      at('2', 700, 1_100),
      at('MILES', 790, 1_100),
    ];
    expect(measureScaleBar([...words, ...bar, at('17', 1_400)])).toBeCloseTo(50 / 128, 3);
    expect(measureScaleBar(miles)).toBeCloseTo(5280 / 200, 1);
  });

  it('is that of Brooklyn 60 of 1887, though badly read', () => {
    const title = ['Scale', '60', 'F!.', 'to', 'One', 'Inch.'].map((text, i) => at(text, 1_005 + i * 26, 1_860, 12));
    const bar = [
      at('100', 879, 1_870, 7),
      at('O.', 1_003, 1_870, 7),
      at('/00', 1_131, 1_870, 7),
      at('200', 1_258, 1_870, 7),
    ];
    const scale = measureScaleBar([...title, ...bar, at('80', 893, 1_878, 4), at('10', 991, 1_878, 4)]);
    expect(scale).toBeGreaterThan(0.77);
    expect(scale).toBeLessThan(0.8);
  });

  it.each<[string, Word[]]>([
    ['house numbers', [at('100', 100), at('102', 200), at('104', 300), at('FT', 360)]],
    ['no unit', [at('0', 100), at('50', 228), at('100', 356)]],
    ['labels that are not on a line', [at('0', 100), at('50', 228), at('100', 256), at('200', 500), at('FEET', 590)]],
    [
      'turned words',
      [at('0', 100), at('50', 228), at('100', 356), at('FEET', 450)].map((word) => ({ ...word, turned: 90 })),
    ],
  ])('is not seen in %s', (_, words) => {
    expect(measureScaleBar(words)).toBeUndefined();
  });
});
