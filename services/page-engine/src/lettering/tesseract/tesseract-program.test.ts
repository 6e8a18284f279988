import { jest } from '@jest/globals';
import { PdfWriter } from '../../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../../testing/scratch.js';
import { createOcrReader, type OcrOutcome, type OcrSource } from '../ocr-reader.js';
import { findTesseractProgram } from './tesseract-program.js';

// child processes start slowly on a shared machine
jest.setTimeout(120_000);

const present = (await findTesseractProgram()) !== undefined;
if (!present)
  process.stderr.write(
    'No tesseract with its English model on the PATH: the tests with the real program are left out.\n',
  );

const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
/** Points. */
const PAGE = { width: 612, height: 792 };
const DPI = 200;
const [width, height] = [1_700, 2_200];

const line = (text: string, x: number, y: number): string => `BT /F0 11 Tf ${x} ${y} Td (${text}) Tj ET `;

(present ? describe : describe.skip)("Debian's tesseract (DATA-09)", () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch();
  });
  afterAll(() => scratch.remove());

  async function pageOf(name: string, content: string): Promise<OcrSource> {
    const pdf = new PdfWriter();
    pdf.page([], PAGE.width, PAGE.height, { content, resources: FONT });
    return { kind: 'pdf', file: await scratch.file(name, pdf.save()), pageNumber: 1, width, height };
  }
  async function read(...sources: OcrSource[]): Promise<OcrOutcome[]> {
    const session = createOcrReader().open();
    const outcomes: OcrOutcome[] = [];
    for (const source of sources) outcomes.push(await session.read(source));
    await session.close();
    return outcomes;
  }

  it('reads the words of a page with confidence and position in page pixels', async () => {
    const content = line('Gasometer and Coal Shed', 72, 684) + line('Machine Shop built 1896', 324, 360);
    const [outcome] = await read(await pageOf('words.pdf', content));
    if (outcome?.kind !== 'read') throw new Error(outcome?.detail);
    expect(outcome.engine).toBe('tesseract');
    expect(outcome.text.text).toBe('Gasometer and Coal Shed\nMachine Shop built 1896');
    /** Left end of a word's baseline, in inches from the page's top left. */
    const place = (text: string): number[] => {
      const word = outcome.text.words.find((one) => one.text === text);
      if (!word) throw new Error(`${text} was not read`);
      return [word.x / DPI, (word.y + word.height) / DPI].map((inches) => Math.round(inches * 20) / 20);
    };
    expect(place('Gasometer')).toEqual([1, 1.5]);
    expect(place('Machine')).toEqual([4.5, 6]);
    for (const { confidence } of outcome.text.words) expect(confidence).toBeGreaterThan(0.6);
  });

  it('finds nothing on a page without writing, and reads the next one', async () => {
    const empty = await pageOf('empty.pdf', '0.5 g 100 100 300 300 re f');
    const [nothing, next] = await read(empty, await pageOf('next.pdf', line('Lumber Yard', 72, 400)));
    expect(nothing).toMatchObject({ kind: 'read', text: { text: '', words: [] } });
    expect(next).toMatchObject({ kind: 'read', text: { text: 'Lumber Yard' } });
  });
});
