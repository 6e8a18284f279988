import { copyFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { writeJpegPyramid } from '../../pyramids/pyramid-writer.js';
import { hasModels, MODELS_FOLDER } from '../../testing/models.js';
import { PdfWriter } from '../../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../../testing/scratch.js';
import { createOcrReader, type OcrOutcome, type OcrSource } from '../ocr-reader.js';
import { MODELS } from './model/models.js';

// child processes start slowly on a shared machine
jest.setTimeout(240_000);

const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
/** Points and pixels: 144 dpi. */
const PAGE = { width: 200, height: 160 };
const [width, height] = [400, 320];
/** Text at a point from the lower left, rotated counter-clockwise. */
const text = (what: string, x: number, y: number, degrees = 0, size = 7): string => {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin, back] = [Math.cos(turn), Math.sin(turn), -Math.sin(turn)].map((value) => value.toFixed(4));
  return `BT /F0 ${size} Tf ${cos} ${sin} ${back} ${cos} ${x} ${y} Tm (${what}) Tj ET `;
};

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function drawn(name: string, content: string): Promise<OcrSource> {
  const pdf = new PdfWriter();
  pdf.page([], PAGE.width, PAGE.height, { content, resources: FONT });
  return { kind: 'pdf', file: await scratch.file(name, pdf.save()), pageNumber: 1, width, height };
}

async function stored(name: string, pixels: Uint8Array, wide: number, high: number): Promise<OcrSource> {
  const file = path.join(scratch.dir, name);
  const picture = sharp(pixels, { raw: { width: wide, height: high, channels: 1 } }).toColourspace('b-w');
  await writeJpegPyramid(picture, wide, high, file);
  return { kind: 'pyramid', file, format: 'jpg', width: wide, height: high };
}

const wordsOf = (outcome: OcrOutcome) => {
  if (outcome.kind !== 'read') throw new Error(outcome.detail);
  return outcome.text.words.map(({ text: word, turned, angle = 0, line }) => ({ word, turned, angle, line }));
};

((await hasModels()) ? describe : describe.skip)('PP-OCR (DATA-09)', () => {
  it('reads a small sheet at all angles, with its lines, and reports progress', async () => {
    const session = createOcrReader({ models: MODELS_FOLDER }).open();
    const content = [
      text('GAS HOLDER', 20, 140),
      text('OIL TANKS', 150, 50, 90),
      text('Coal Shed', 30, 60, 30, 9),
      text('FOUNDRY', 20, 15),
    ];
    const shares: number[] = [];
    const outcome = await session.read(await drawn('sheet.pdf', content.join('')), undefined, (share) =>
      shares.push(share),
    );
    await session.close();
    expect(outcome).toMatchObject({ kind: 'read', engine: 'PP-OCR' });
    expect(outcome).not.toHaveProperty('notice');
    const words = wordsOf(outcome);
    expect(words.map(({ word }) => word).sort()).toEqual(['Coal', 'FOUNDRY', 'GAS', 'HOLDER', 'OIL', 'Shed', 'TANKS']);
    const find = (wanted: string) => words.find(({ word }) => word === wanted);
    expect(find('GAS')).toMatchObject({ turned: 0, line: find('HOLDER')?.line });
    expect(find('TANKS')).toMatchObject({ turned: 270, line: find('OIL')?.line });
    expect(Math.abs((find('TANKS')?.angle ?? 0) + 90)).toBeLessThan(4);
    expect(Math.abs((find('Coal')?.angle ?? 0) + 30)).toBeLessThan(4);
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
  });

  it('reads the wanted areas only', async () => {
    const session = createOcrReader({ models: MODELS_FOLDER }).open();
    const source = await drawn('areas.pdf', `${text('GAS HOLDER', 20, 140)}${text('FOUNDRY', 20, 15)}`);
    const outcome = await session.read({ ...source, areas: [{ x: 0, y: 200, width, height: 120 }] });
    await session.close();
    expect(wordsOf(outcome).map(({ word }) => word)).toEqual(['FOUNDRY']);
  });

  it('handles noise, a hundred thousand specks and a strip of one row within limits, and reads the next page', async () => {
    let random = 7;
    const next = (): number => (random = (random * 48_271) % 2_147_483_647);
    const noise = await stored(
      'noise.tif',
      Uint8Array.from({ length: 300 * 300 }, () => next() % 256),
      300,
      300,
    );
    const specks = new Uint8Array(948 * 948).fill(255);
    for (let y = 1; y < 948; y += 3) for (let x = 1; x < 948; x += 3) specks[y * 948 + x] = next() % 40;
    const specked = await stored('specks.tif', specks, 948, 948);
    const strip = await stored(
      'strip.tif',
      Uint8Array.from({ length: 3_000 }, (_, x) => (x % 7 < 2 ? 0 : 255)),
      3_000,
      1,
    );
    const session = createOcrReader({ models: MODELS_FOLDER, memoryMb: 1_024 }).open();
    for (const hard of [noise, specked, strip]) {
      const outcome = await session.read(hard);
      expect([hard.file, outcome.kind]).toEqual([hard.file, 'read']);
    }
    const outcome = await session.read(await drawn('next.pdf', text('LUMBER YARD', 30, 60, 0, 12)));
    expect(wordsOf(outcome).map(({ word }) => word)).toEqual(['LUMBER', 'YARD']);
    await session.close();
  });

  it('is not used with a truncated model: a sentence says so, and tesseract reads', async () => {
    for (const { file } of Object.values(MODELS))
      await copyFile(path.join(MODELS_FOLDER, file), path.join(scratch.dir, file));
    await truncate(path.join(scratch.dir, MODELS.thorough.file), 1_000_000);
    const session = createOcrReader({ models: scratch.dir }).open();
    const outcome = await session.read(await drawn('blank.pdf', '0.9 g 0 0 200 160 re f'));
    await session.close();
    expect(outcome).toMatchObject({
      kind: 'read',
      engine: 'no lettering',
      notice:
        'The model PP-OCRv6_rec_small.onnx is not what it should be and is not used: npm run models fetches it anew.',
    });
  });
});
