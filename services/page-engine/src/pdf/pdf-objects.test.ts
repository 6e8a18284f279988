import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { PdfWriter } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { PDFRawStream } from './pdf-lib.js';
import { announcedObjects, readObjects } from './pdf-objects.js';

const MANY = 50_000;
const PICTURES = [randomBytes(30_000), randomBytes(3_000)];

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function written(): Promise<{ file: string; bytes: Buffer }> {
  const pdf = new PdfWriter();
  for (const picture of PICTURES) pdf.page([pdf.image(picture, 100, 100, 'DCTDecode', '/DeviceRGB')], 100, 100);
  const bytes = pdf.save();
  return { file: await scratch.file('pages.pdf', bytes), bytes };
}

describe('the objects of a PDF', () => {
  it('leave streams in the file, and read them on demand', async () => {
    const { file } = await written();
    const objects = await readObjects(file, 2, MANY);
    const context = objects?.pages[0]?.doc.context;
    const streams = (context?.enumerateIndirectObjects() ?? [])
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFRawStream);
    expect(streams.map(({ contents }) => contents.length)).toEqual(streams.map(() => 0));
    const read = streams.map((stream) => Buffer.from(objects?.bytesOf(stream) ?? []));
    for (const picture of PICTURES) expect(read.some((bytes) => bytes.equals(picture))).toBe(true);
    expect(read.filter((bytes) => bytes.toString().includes('/Im0 Do'))).toHaveLength(2);
  });

  it('report a file that has become shorter since', async () => {
    const { file, bytes } = await written();
    const objects = await readObjects(file, 2, MANY);
    await writeFile(file, bytes.subarray(0, 100));
    const [, stream] =
      objects?.pages[0]?.doc.context.enumerateIndirectObjects().find(([, object]) => object instanceof PDFRawStream) ??
      [];
    expect(() => objects?.bytesOf(stream as PDFRawStream)).toThrow('has become shorter');
  });

  it('are left to PDFium if too many, or with another page count', async () => {
    const { file, bytes } = await written();
    const announced = announcedObjects(bytes) ?? 0;
    expect(announced).toBeGreaterThan(6);
    expect(await readObjects(file, 2, announced - 1)).toBeNull();
    expect(await readObjects(file, 3, MANY)).toBeNull();
  });
});
