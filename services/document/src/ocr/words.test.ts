import { parseTable } from './tesseract-program.js';
import { mergeLooks, textOf, toPageText, type SeenWord } from './words.js';

const PAGE = { width: 1_000, height: 2_000 };
const word = (text: string, values: Partial<SeenWord> = {}): SeenWord => ({
  text,
  x: 100,
  y: 200,
  width: 80,
  height: 20,
  confidence: 0.9,
  line: 0,
  ...values,
});
const boxOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
  x,
  y,
  width,
  height,
];

describe('words of several looks at a page', () => {
  it('are in pixels of the page, whatever the size of the picture that was looked at', () => {
    const [found] = mergeLooks([{ turn: 0, scale: 0.5, words: [word('GAS')] }], PAGE);
    expect(found && boxOf(found)).toEqual([200, 400, 160, 40]);
  });

  it.each([
    // turned a quarter clockwise: read downwards
    [90, [780, 100, 20, 80]],
    // read upwards
    [270, [200, 1_820, 20, 80]],
  ] as const)('turned by %i degrees lie where they are on the page', (turn, box) => {
    const [found] = mergeLooks([{ turn, scale: 1, words: [word('AVENUE')] }], PAGE);
    expect(found && boxOf(found)).toEqual(box);
    expect(found?.turned).toBe(turn);
  });

  it('never reach beyond the page', () => {
    const [found] = mergeLooks([{ turn: 0, scale: 1, words: [word('EDGE', { x: 960, y: 1_995 })] }], PAGE);
    expect(found && boxOf(found)).toEqual([960, 1_995, 40, 5]);
  });

  it('leave out what is no writing, more so in a turned look', () => {
    const upright = [word('COAL', { confidence: 0.5 }), word('|', {}), word('ol', { confidence: 0.2 }), word('7')];
    expect(mergeLooks([{ turn: 0, scale: 1, words: upright }], PAGE).map(({ text }) => text)).toEqual(['COAL', '7']);
    const turned = [word('STREET', { confidence: 0.5 }), word('ol'), word('THIRD'), word('1896')];
    expect(mergeLooks([{ turn: 90, scale: 1, words: turned }], PAGE).map(({ text }) => text)).toEqual([
      'THIRD',
      '1896',
    ]);
  });

  it('count once where two looks read the same ink: the surer one', () => {
    const upright = { turn: 0 as const, scale: 1, words: [word('HOLDER', { confidence: 0.7 })] };
    // the same place, seen from the side
    const turned = {
      turn: 270 as const,
      scale: 1,
      words: [word('SNOUT', { x: 1_780, y: 100, width: 20, height: 80, confidence: 0.95 })],
    };
    expect(mergeLooks([upright, turned], PAGE).map(({ text }) => text)).toEqual(['SNOUT']);
  });

  it('are text with a line for each line', () => {
    const words = [word('GAS'), word('HOLDER', { x: 200 }), word('COAL', { y: 400, line: 1 })];
    const found = mergeLooks([{ turn: 0, scale: 1, words }], PAGE);
    expect(textOf(found)).toBe('GAS HOLDER\nCOAL');
    expect(toPageText(found).words[0]).toEqual({
      text: 'GAS',
      x: 100,
      y: 200,
      width: 80,
      height: 20,
      confidence: 0.9,
      turned: 0,
    });
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
