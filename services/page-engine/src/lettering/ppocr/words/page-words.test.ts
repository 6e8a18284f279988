import { quarterOf } from '../../../pdf/page.js';
import { linesOf, pageWords } from './page-words.js';
import { widthOf, type Sample } from '../recognition/samples.js';
import { wordsOf, type PlacedWord } from './placed-words.js';

const PAGE = { width: 1_000, height: 1_000 };

/** Reading centred at a point; its letters fill the box. */
function reading(text: string, x: number, y: number, degrees = 0, confidence = 0.9): PlacedWord[] {
  const [long, short] = [text.length * 12, 20];
  const angle = (degrees * Math.PI) / 180;
  const sample: Sample = { box: { x, y, long, short, angle }, angle, long, short };
  const steps = widthOf(sample) / 8;
  const letters = [...text].map((character, index) => ({
    character,
    step: ((index + 0.5) * steps) / text.length - 0.5,
    value: confidence,
  }));
  return wordsOf({
    sample,
    letters,
    text,
    confidence,
    stepsPerPixel: 1 / 8,
    evidence: { steps, probabilities: new Float32Array() },
    alphabet: { characters: [] },
  });
}
const textsOf = (...readings: PlacedWord[][]): string[] => pageWords(readings, 1, PAGE).map(({ text }) => text);

describe('words of readings', () => {
  it('are in pixels of the page', () => {
    const [gas, holder] = pageWords([reading('GAS HOLDER', 400, 200)], 2, PAGE);
    expect(gas).toMatchObject({ text: 'GAS', x: 170, y: 95, width: 18, height: 10, angle: 0, turned: 0, line: 0 });
    expect(holder).toMatchObject({ text: 'HOLDER', x: 194, width: 36, line: 0 });
  });

  it('have their rotation', () => {
    const words = pageWords(
      [reading('WATER', 500, 500, -90), reading('LEANS', 300, 100, 30), reading('DOWN', 700, 800, 88)],
      1,
      PAGE,
    );
    expect(words.map(({ text, angle, turned }) => ({ text, angle, turned }))).toEqual([
      { text: 'LEANS', angle: 30, turned: 0 },
      { text: 'WATER', angle: -90, turned: 270 },
      { text: 'DOWN', angle: 88, turned: 90 },
    ]);
    const [, water] = words;
    expect(water).toMatchObject({ x: 490, y: 470, width: 20, height: 60 });
    expect([-179, -135, -46, 44, 46, 180].map(quarterOf)).toEqual([270, 270, 270, 0, 90, 90]);
  });

  it('form numbered lines of successive pieces, from the top', () => {
    const words = pageWords(
      [reading('YARD', 460, 302), reading('BELOW', 400, 500), reading('COAL', 400, 300), reading('FAR', 800, 300)],
      1,
      PAGE,
    );
    expect(words.map(({ text, line }) => `${line} ${text}`)).toEqual(['0 COAL', '0 YARD', '1 FAR', '2 BELOW']);
  });

  it('count once if the same ink was read twice, also in close slanted lines', () => {
    expect(textsOf(reading('STORAGE', 300, 300, 0, 0.8), reading('SNOUT', 305, 301, 90, 0.7))).toEqual(['STORAGE']);
    expect(textsOf(reading('BONE', 300, 300, 30), reading('BLACK', 290, 320, 30))).toEqual(['BONE', 'BLACK']);
  });

  it('are whole rather than part of a word, but no house numbers that run together', () => {
    expect(textsOf(reading('MENT', 312, 301, 0, 0.99), reading('CEMENT', 300, 300, 0, 0.9))).toEqual(['CEMENT']);
    expect(textsOf(reading('430432', 300, 300, 0, 0.8), reading('432', 318, 300, 0, 0.95))).toEqual(['432']);
  });

  it('may be less certain if known, and beside a known word', () => {
    const [storage, brandt] = [reading('STORAGE', 300, 300, 0, 0.45), reading('BRANDT', 300, 300, 0, 0.45)];
    const shed = reading('SHED', 380, 300);
    expect(textsOf([...storage, ...shed])).toEqual(['STORAGE', 'SHED']);
    expect(textsOf([...brandt, ...shed])).toEqual(['SHED']);
    expect(textsOf(storage)).toEqual([]);
  });

  it('are corrected to a doubtful word only if it is elsewhere on the page', () => {
    const [corrected] = reading('LACES', 300, 300, 0, 0.7).map((word) => ({
      ...word,
      read: { text: 'LAE', confidence: 0.8 },
    }));
    const doubtful = corrected ? [corrected] : [];
    expect(textsOf(doubtful)).toEqual(['LAE']);
    expect(textsOf(doubtful, doubtful)).not.toContain('LACES');
    expect(textsOf(doubtful, reading('LACE', 300, 500))).toEqual(['LACES', 'LACE']);
    expect(textsOf(doubtful, reading('LACE', 300, 500, 0, 0.6))).toEqual(['LAE', 'LACE']);
  });

  it('are dropped if uncertain or without letters', () => {
    expect(textsOf(reading('COAL', 300, 300, 0, 0.4), reading('|', 500, 500), reading('7', 700, 700))).toEqual(['7']);
  });

  it('never reach beyond the page', () => {
    expect(pageWords([reading('EDGE', 995, 2)], 1, PAGE)).toMatchObject([{ x: 971, y: 0, width: 29, height: 12 }]);
  });
});

it('never form a line that leads back into itself', () => {
  const word = (x: number) => ({ text: 'A', confidence: 1, x, y: 10, long: 20, short: 20, angle: 0 });
  expect(linesOf([[word(10)], [word(32)], [word(54)]])).toHaveLength(1);
});
