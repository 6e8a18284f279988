import { linearFit, marginalRatio } from './linear-fit.js';

const SIZES = [10, 100, 1000];
const points = (cost: (pages: number) => number) => SIZES.map((x) => ({ x, y: cost(x) }));

describe('the line through costs', () => {
  it('gives the price of a page and the price of a file', () => {
    const { slope, intercept, r2 } = linearFit(points((pages) => 0.5 + 0.03 * pages));
    expect(slope).toBeCloseTo(0.03, 10);
    expect(intercept).toBeCloseTo(0.5, 10);
    expect(r2).toBeCloseTo(1, 10);
  });

  it('leaves something over when costs are no line', () => {
    expect(linearFit(points((pages) => Math.sqrt(pages))).r2).toBeLessThan(0.99);
  });

  it('lies level through equal costs', () => {
    expect(linearFit(points(() => 4))).toEqual({ slope: 0, intercept: 4, r2: 1 });
  });

  it('is not drawn through one point', () => {
    expect(() => linearFit([{ x: 3, y: 1 }])).toThrow('two points');
    expect(() =>
      linearFit([
        { x: 3, y: 1 },
        { x: 3, y: 2 },
      ]),
    ).toThrow('two points');
  });
});

describe('the growth of the price of a page', () => {
  it('is 1 for a linear cost, whatever a file costs before its first page', () => {
    expect(marginalRatio(points((pages) => 7 + 0.03 * pages))).toBeCloseTo(1, 10);
  });

  it('is 10 for a cost that grows with the square, in any order of measuring', () => {
    expect(marginalRatio(points((pages) => pages ** 2))).toBeCloseTo(10, 10);
    expect(marginalRatio(points((pages) => pages ** 2).reverse())).toBeCloseTo(10, 10);
  });

  it('needs three sizes', () => {
    expect(() => marginalRatio(points((pages) => pages).slice(1))).toThrow('three points');
  });
});
