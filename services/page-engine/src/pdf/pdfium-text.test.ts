import { PdfWriter } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import type { Word } from './page.js';
import { startPdfium, type Pdfium } from './pdfium.js';

const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
/** Page in points and its picture scale: two pixels per point. */
const [WIDE, HIGH, SCALE] = [400, 300, 2];

let scratch: Scratch;
let pdfium: Pdfium;
beforeAll(async () => {
  [scratch, pdfium] = await Promise.all([makeScratch(), startPdfium()]);
});
afterAll(() => scratch.remove());

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

/** Rotated clockwise through the text matrix. */
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
  ])('have a rotation of %i degrees', async (angle, turned) => {
    expect(await wordsOf(turnedText('COAL YARD', angle))).toEqual([
      expect.objectContaining({ text: 'COAL', angle, turned }),
      expect.objectContaining({ text: 'YARD', angle, turned }),
    ]);
  });

  it('have no rotation when level, also in italics', async () => {
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
  ])('rotate with a page displayed at %i degrees', async (rotate, degrees, angle) => {
    const [word] = await wordsOf(turnedText('WORKS', degrees), `/Rotate ${rotate}`);
    expect(word?.angle).toBe(angle);
  });

  it('have individual directions, also by the matrix around them', async () => {
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

describe('the text of a page', () => {
  /** Page whose font maps the letters A to E as given. */
  async function textWith(
    map: string,
    content = 'BT /F0 12 Tf 20 20 Td (ABCDE) Tj ET',
  ): Promise<{ text: string; words: string[] }> {
    const pdf = new PdfWriter();
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF>
endcodespacerange 5 beginbfchar ${map} endbfchar endcmap end end`;
    const toUnicode = pdf.add('', Buffer.from(cmap));
    const resources = `/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode ${toUnicode} 0 R>>>>`;
    pdf.page([], WIDE, HIGH, { content, resources });
    const document = pdfium.open(await scratch.file('page.pdf', pdf.save()));
    try {
      const { text, words } = document.text(0, WIDE, HIGH);
      return { text, words: words.map((word) => word.text) };
    } finally {
      document.close();
    }
  }

  it('keeps letters beyond ASCII and beyond sixteen bits', async () => {
    const { text, words } = await textWith('<41> <00E9> <42> <D83DDE00> <43> <4E2D> <44> <0044> <45> <0045>');
    expect({ text, words }).toEqual({ text: 'é\u{1F600}中DE', words: ['é\u{1F600}中DE'] });
  });

  it.each([
    ['from left to right', 'BT /F0 12 Tf 20 20 Td (ABCDE) Tj ET'],
    ['one by one', [...'EDCBA'].map((code, at) => `BT /F0 12 Tf ${100 - at * 9} 20 Td (${code}) Tj ET`).join(' ')],
  ])('has Hebrew words in their order where the file has the letters %s', async (_what, content) => {
    const { text, words } = await textWith('<41> <05EA> <42> <05E0> <43> <05D7> <44> <05EA> <45> <05D4>', content);
    expect({ text, words }).toEqual({ text: 'התחנת', words: ['התחנת'] });
  });

  it('ends words at blanks of every kind and drops control characters', async () => {
    const { text, words } = await textWith('<41> <0041> <42> <3000> <43> <0043> <44> <0007> <45> <0045>');
    expect({ text, words }).toEqual({ text: 'A\u3000CE', words: ['A', 'CE'] });
  });
});

describe('a page kept open', () => {
  it('gives the same results as one opened for each query', async () => {
    const pdf = new PdfWriter();
    pdf.page([], WIDE, HIGH, { content: turnedText('COAL YARD', 30), resources: FONT });
    pdf.page([], HIGH, WIDE, { content: turnedText('GASOMETER', 0), resources: FONT });
    const document = pdfium.open(await scratch.file('page.pdf', pdf.save()));
    try {
      const one = (index: number): unknown => [document.outline(index), document.text(index, WIDE, HIGH)];
      expect([0, 1, 0].map((index) => document.keeping(index, () => one(index)))).toEqual([0, 1, 0].map(one));
    } finally {
      document.close();
    }
  });
});
