import { below, follows, lineOf, readingsOf, type LetteredWord, type Reading } from './reading.js';
import { splitsOf } from './vocabulary.js';

/** In the document service's form: an upright bounding box. */
function word(text: string, x: number, y: number, angle = 0, over: Partial<LetteredWord> = {}): LetteredWord {
  const [length, height] = [text.length * 12, 20];
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [width, high] = [length * c + height * s, length * s + height * c];
  const turned = Math.abs(angle + 90) <= 45 ? 270 : Math.abs(angle - 90) < 45 ? 90 : 0;
  return {
    ...{ text, x: x - width / 2, y: y - high / 2, width, height: high, confidence: 1, turned },
    ...(angle !== 0 && { angle }),
    ...over,
  };
}

const readings = (...words: LetteredWord[]): Reading[] => readingsOf(words, splitsOf);
const read = (one: LetteredWord): Reading => readings(one)[0] as Reading;

describe('words along slanted lines (issue 14)', () => {
  it.each([0, 10, 25, 60, -30, -90, 90, 180, 135])(
    'are as long and as high as they are lettered, at %s degrees',
    (angle) => {
      const { length, height, x, y } = read(word('FOUNDRY', 500, 600, angle));
      expect(length).toBeGreaterThan(70);
      expect(length).toBeLessThan(98);
      expect(height).toBeGreaterThan(12);
      expect(height).toBeLessThan(28);
      expect([x, y]).toEqual([expect.closeTo(500, 3), expect.closeTo(600, 3)]);
    },
  );

  it.each([0, 25, -45, -90, 90, 170])('follow one another along the line at %s degrees, not against it', (angle) => {
    const turn = (angle * Math.PI) / 180;
    const [first, second] = [
      read(word('IRON', 500, 500, angle)),
      read(word('FOUNDRY', 500 + 78 * Math.cos(turn), 500 + 78 * Math.sin(turn), angle)),
    ];
    expect(follows(first, second)).toBe(true);
    expect(follows(second, first)).toBe(false);
    expect(below(first, second)).toBe(false);
  });

  it.each([0, 25, -90])('stand below one another across the line at %s degrees', (angle) => {
    const turn = (angle * Math.PI) / 180;
    const [first, second] = [
      read(word('LUMBER', 500, 500, angle)),
      read(word('SHED', 500 - 28 * Math.sin(turn), 500 + 28 * Math.cos(turn), angle)),
    ];
    expect(below(first, second)).toBe(true);
    expect(below(second, first)).toBe(false);
    expect(follows(first, second)).toBe(false);
  });

  it('are no lettering when they are turned differently, of another size, or far apart', () => {
    const gas = read(word('GAS', 500, 500));
    expect(follows(gas, read(word('HOLDER', 570, 500, 60)))).toBe(false);
    expect(follows(gas, read(word('HOLDER', 900, 500)))).toBe(false);
    expect(follows(gas, read(word('HOLDER', 580, 500, 0, { height: 90, y: 455 })))).toBe(false);
    expect(below(gas, read(word('HOLDER', 500, 640)))).toBe(false);
  });

  it('may be spaced widely on one printed line', () => {
    const [coal, yard] = [word('COAL', 500, 500, 0, { line: 4 }), word('YARD', 640, 500, 0, { line: 4 })];
    expect(follows(read(coal), read(yard))).toBe(true);
    expect(follows(read(coal), read({ ...yard, line: 5, y: yard.y + 9 }))).toBe(false);
  });

  it('are one line together', () => {
    const line = lineOf([read(word('GAS', 500, 500)), read(word('HOLDER', 570, 500))]);
    expect([line.x, line.y, line.length]).toEqual([
      expect.closeTo(544, 3),
      expect.closeTo(500, 1),
      expect.closeTo(124, 6),
    ]);
  });
});

describe('words that were read without a space', () => {
  it('are read in parts too', () => {
    expect(readings(word('Mach.Shop', 500, 500)).map(({ letters }) => letters)).toEqual(['MACHSHOP', 'MACH', 'SHOP']);
    expect(readings(word('GAS-LIGHT', 500, 500)).map(({ letters }) => letters)).toEqual(['GASLIGHT', 'GAS', 'LIGHT']);
    expect(readings(word('CORLSHEO', 500, 500)).map(({ letters }) => letters)).toEqual(['CORLSHEO', 'CORL', 'SHEO']);
  });

  it('stand where their letters stand', () => {
    const [, mach, shop] = readings(word('Mach.Shop', 500, 500));
    expect(mach?.x).toBeLessThan(500);
    expect(shop?.x).toBeGreaterThan(500);
    expect(follows(mach as Reading, shop as Reading)).toBe(true);
  });

  it('are left whole where the parts are no lettering of the table', () => {
    expect(readings(word('STANDARD', 500, 500))).toHaveLength(1);
  });
});
