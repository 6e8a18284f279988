import { parseTable } from './tesseract/tesseract-program.js';
import { textOf } from './areas.js';
import { mergeReadings, toPageText, type ReadWord } from './words.js';

const PAGE = { width: 1_000, height: 2_000 };
const word = (text: string, values: Partial<ReadWord> = {}): ReadWord => ({
  text,
  x: 100,
  y: 200,
  width: 80,
  height: 20,
  confidence: 0.9,
  line: 0,
  turn: 0,
  ...values,
});
const textsOf = (...words: ReadWord[]): string[] => mergeReadings(words, 1, PAGE).map(({ text }) => text);

describe('words read off a page', () => {
  it('are in pixels of the page, whatever the size of the picture', () => {
    expect(mergeReadings([word('GAS')], 0.5, PAGE)).toMatchObject([{ x: 200, y: 400, width: 160, height: 40 }]);
  });

  it('never reach beyond the page', () => {
    const found = mergeReadings([word('EDGE', { x: 960, y: 1_995 })], 1, PAGE);
    expect(found).toMatchObject([{ x: 960, y: 1_995, width: 40, height: 5 }]);
  });

  it('exclude noise, more strictly in vertical text', () => {
    expect(textsOf(word('COAL', { confidence: 0.5 }), word('|'), word('ol', { confidence: 0.2 }), word('7'))).toEqual([
      'COAL',
      '7',
    ]);
    const turned = [word('STREET', { confidence: 0.5 }), word('ol'), word('THIRD'), word('1896')];
    expect(textsOf(...turned.map((one) => ({ ...one, turn: 90 as const })))).toEqual(['THIRD', '1896']);
  });

  it('count once if the same ink was read in two directions: the more confident one', () => {
    const upright = word('HOLDER', { confidence: 0.7 });
    const turned = word('SNOUT', { x: 110, y: 195, width: 20, height: 40, confidence: 0.95, turn: 270 });
    expect(textsOf(upright, turned)).toEqual(['SNOUT']);
  });

  it('form text with a line for each line', () => {
    const words = [word('GAS'), word('HOLDER', { x: 200 }), word('COAL', { y: 400, line: 1 })];
    const found = mergeReadings(words, 1, PAGE);
    expect(textOf(found)).toBe('GAS HOLDER\nCOAL');
    expect(toPageText(found).words[0]).toEqual({
      text: 'GAS',
      x: 100,
      y: 200,
      width: 80,
      height: 20,
      confidence: 0.9,
      turned: 0,
      line: 0,
    });
  });

  it('have their rotation and line', () => {
    const upwards = [word('FIRST', { turn: 270, line: 3 }), word('STREET', { turn: 270, line: 3, y: 400 })];
    const { words } = toPageText(mergeReadings(upwards, 1, PAGE));
    expect(words.map(({ angle, turned, line }) => ({ angle, turned, line }))).toEqual([
      { angle: -90, turned: 270, line: 3 },
      { angle: -90, turned: 270, line: 3 },
    ]);
  });
});

it("the program's table has the same words as the engine from npm", () => {
  const table = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '4\t1\t1\t1\t1\t0\t10\t20\t300\t40\t-1\t',
    '5\t1\t1\t1\t1\t1\t10\t20\t80\t40\t96.5\tGAS',
    '5\t1\t1\t1\t1\t2\t100\t20\t180\t40\t91\tHOLDER',
    '5\t1\t2\t1\t1\t1\t10\t90\t80\t40\t40\tCOAL',
    '',
  ].join('\n');
  expect(parseTable(table)).toEqual([
    { text: 'GAS', x: 10, y: 20, width: 80, height: 40, confidence: 0.965, line: 0 },
    { text: 'HOLDER', x: 100, y: 20, width: 180, height: 40, confidence: 0.91, line: 0 },
    { text: 'COAL', x: 10, y: 90, width: 80, height: 40, confidence: 0.4, line: 1 },
  ]);
});
