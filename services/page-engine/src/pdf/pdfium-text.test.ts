import { PdfWriter } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import type { Word } from './page.js';
import { startPdfium, type Pdfium } from './pdfium.js';

const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
/** The page in points and its picture in pixels: two for a point. */
const [WIDE, HIGH, SCALE] = [400, 300, 2];

let scratch: Scratch;
let pdfium: Pdfium;
beforeAll(async () => {
  [scratch, pdfium] = await Promise.all([makeScratch(), startPdfium()]);
});
afterAll(() => scratch.remove());

/** The words of a page with that content. */
async function wordsOf(content: string, extra = ''): Promise<Word[]> {
  const pdf = new PdfWriter();
  pdf.page([], WIDE, HIGH, { content, extra, resources: FONT });
  const document = pdfium.open(await scratch.file('page.pdf', pdf.save()));
  try {
    const isTurned = /Rotate (?:90|270)/.test(extra);
    const [width, height] = isTurned ? [HIGH, WIDE] : [WIDE, HIGH];
    return document.text(0, width * SCALE, height * SCALE).words;
  } finally {
    document.close();
  }
}

/** Text at the middle of the page, turned clockwise by so many degrees as a PDF's matrix does it. */
function turnedText(text: string, degrees: number, slant = 0): string {
  const [c, s] = [Math.cos((-degrees * Math.PI) / 180), Math.sin((-degrees * Math.PI) / 180)];
  const matrix = [c, s, slant * c - s, slant * s + c].map((value) => value.toFixed(5)).join(' ');
  return `BT /F0 12 Tf ${matrix} 200 150 Tm (${text}) Tj ET`;
}

describe("the words of a PDF's own text", () => {
  it.each([
    [30, 0],
    [-60, 270],
    [90, 90],
    [-90, 270],
    [-135, 270],
    [180, 90],
  ])('say that they are turned by %i degrees', async (angle, turned) => {
    expect(await wordsOf(turnedText('COAL YARD', angle))).toEqual([
      expect.objectContaining({ text: 'COAL', angle, turned }),
      expect.objectContaining({ text: 'YARD', angle, turned }),
    ]);
  });

  it('say nothing when they are level, also in letters that lean', async () => {
    for (const slant of [0, 0.3]) {
      const [word] = await wordsOf(turnedText('GASOMETER', 0, slant));
      expect(word).toMatchObject({ text: 'GASOMETER' });
      expect(word).not.toHaveProperty('angle');
      expect(word).not.toHaveProperty('turned');
    }
    expect(await wordsOf(turnedText('GASOMETER', 30, 0.3))).toMatchObject([{ angle: 30 }]);
  });

  it.each([
    [90, 0, 90],
    [180, 0, 180],
    [270, 0, -90],
    [90, -90, undefined],
    [270, 20, -70],
  ])('are turned with a page that is shown turned by %i degrees', async (rotate, degrees, angle) => {
    const [word] = await wordsOf(turnedText('WORKS', degrees), `/Rotate ${rotate}`);
    expect(word?.angle).toBe(angle);
  });

  it('have a direction of their own each, also where what is drawn around them turns them', async () => {
    const words = await wordsOf(
      `q 0 1 -1 0 300 20 cm ${turnedText('UPWARDS', 0)} Q BT /F0 12 Tf 20 20 Td (LEVEL) Tj ET ${turnedText('DOWN', 75)}`,
    );
    expect(words.map(({ text, angle }) => [text, angle])).toEqual([
      ['UPWARDS', -90],
      ['LEVEL', undefined],
      ['DOWN', 75],
    ]);
  });
});
