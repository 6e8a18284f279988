import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { sha256Of } from '../canonical.js';
import { readPdf } from '../verify/read-pdf.js';
import { embedPictures, readPictures } from './embed-pictures.js';
import { runTypst } from './run-typst.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'symbio-embed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FILES = ['wide.jpg', 'tall.jpg', 'again.jpg'];
const TEMPLATE = String.raw`
#set document(title: "Pictures")
#for file in ("wide.jpg", "tall.jpg", "again.jpg") [
  #image("/" + file, width: 2in, height: 1in, fit: "stretch", alt: file)
  The picture #file.
]`;

async function drawn(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
}

it('a PDF has the bytes of each picture, its size, and equal pictures once', async () => {
  const [wide, tall] = [await drawn(900, 300), await drawn(200, 500)];
  for (const [at, jpeg] of [wide, tall, wide].entries()) await writeFile(path.join(folder, FILES[at] ?? ''), jpeg);
  const pictures = await readPictures(folder, FILES);
  const out = path.join(folder, 'pictures.pdf');
  await runTypst({
    ...{ folder, template: TEMPLATE, files: {}, timestamp: 0, out },
    pictures: Object.fromEntries(pictures.map(({ file, placeholder }) => [file, placeholder.toString('base64')])),
  });
  const pdf = embedPictures(await readFile(out), pictures);
  const { pages, pictures: hashes } = await readPdf(pdf);
  expect([...hashes].toSorted()).toEqual([wide, tall].map((jpeg) => sha256Of(jpeg)).toSorted());
  expect(pages[0]?.text).toContain('Thepictureagain.jpg.');
  const text = pdf.toString('latin1');
  expect(text.match(/\/Width \d+\s+\/Height \d+/g)).toEqual([
    expect.stringMatching(/900\s.* 300$/),
    expect.stringMatching(/200\s.* 500$/),
  ]);
  // every entry of the table is the place of its object
  const start = Number(/startxref\s+(\d+)/.exec(text)?.[1]);
  const entries = [...text.slice(start).matchAll(/^(\d{10}) \d{5} n/gm)];
  for (const [number, [, place]] of entries.entries())
    expect(text.startsWith(`${number + 1} 0 obj`, Number(place))).toBe(true);
});

it('refuses a PDF without the placeholder of a picture', async () => {
  const pictures = await readPictures(folder, ['wide.jpg']);
  expect(() => embedPictures(Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF'), pictures)).toThrow(
    'The PDF lacks the picture wide.jpg.',
  );
});
