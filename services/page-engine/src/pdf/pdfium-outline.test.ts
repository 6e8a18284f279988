import { deflateSync } from 'node:zlib';
import { fill, PdfWriter } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import type { PageOutline } from './page.js';
import { PDFDocument, PDFName, PDFNumber } from './pdf-lib.js';
import { startPdfium } from './pdfium.js';
import { sizeInPixels } from './pdfium-outline.js';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

let files = 0;
async function outlines(pdf: PdfWriter | Buffer): Promise<PageOutline[]> {
  const bytes = pdf instanceof PdfWriter ? pdf.save() : pdf;
  const document = (await startPdfium({ names: false })).open(await scratch.file(`${++files}.pdf`, bytes));
  try {
    return Array.from({ length: document.pageCount }, (_, page) => document.outline(page));
  } finally {
    document.close();
  }
}

/** Blank, as only its size counts. */
const picture = (pdf: PdfWriter, width: number, height: number): number =>
  pdf.image(
    deflateSync(Buffer.alloc(Math.ceil(width / 8) * height)),
    width,
    height,
    'FlateDecode',
    '/DeviceGray',
    '',
    1,
  );

const at = (name: number, x: number, y: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /Im${name} Do Q `;

function pieces(pdf: PdfWriter, columns: number, rows: number, dpi: number): void {
  const [width, height] = [612 / columns, 792 / rows];
  const piece = picture(pdf, Math.round((width * dpi) / 72), Math.round((height * dpi) / 72));
  const content = Array.from({ length: columns * rows }, (_, i) =>
    at(0, (i % columns) * width, Math.floor(i / columns) * height, width, height),
  );
  pdf.page([piece], 612, 792, { content: content.join('') });
}

describe('the resolution of a page', () => {
  it('is that of the strips or tiles of a scan', async () => {
    const pdf = new PdfWriter();
    pieces(pdf, 1, 1, 400);
    pieces(pdf, 1, 22, 400);
    pieces(pdf, 5, 5, 400);
    pieces(pdf, 1, 24, 600);
    pieces(pdf, 34, 44, 300);
    const found = await outlines(pdf);
    expect(found.map(({ dpi }) => Math.round(dpi))).toEqual([400, 400, 400, 600, 300]);
    expect(found.map(({ pictureShare }) => pictureShare)).toEqual([1, 1, 1, 1, 1]);
  });

  it('is found behind many drawn things, and inside of forms', async () => {
    const pdf = new PdfWriter();
    const scan = picture(pdf, 3400, 4400);
    pdf.page([scan], 612, 792, { content: '10 10 2 2 re f '.repeat(3_000) + fill(612, 792) });
    const strip = picture(pdf, 3400, 200);
    const form = pdf.add(
      `/Type/XObject/Subtype/Form/BBox[0 0 1 22]/Resources<</XObject<</Im0 ${strip} 0 R>>>>`,
      Buffer.from(Array.from({ length: 22 }, (_, i) => at(0, 0, i, 1, 1)).join('')),
    );
    pdf.page([form], 612, 792, { content: 'q 612 0 0 36 0 0 cm /Im0 Do Q' });
    let nested = form;
    for (let depth = 0; depth < 8; depth++)
      nested = pdf.add(
        `/Type/XObject/Subtype/Form/BBox[0 0 1 22]/Resources<</XObject<</Im0 ${nested} 0 R>>>>`,
        Buffer.from('/Im0 Do'),
      );
    pdf.page([nested], 612, 792, { content: 'q 612 0 0 36 0 0 cm /Im0 Do Q' });
    expect((await outlines(pdf)).map(({ dpi }) => Math.round(dpi))).toEqual([400, 400, 400]);
  });

  it('is that of a mask that is finer than its picture', async () => {
    const pdf = new PdfWriter();
    const blank = (width: number, height: number): Buffer => deflateSync(Buffer.alloc(Math.ceil(width / 8) * height));
    const masked = (key: string, mask: number): number =>
      pdf.image(blank(850, 1100), 850, 1100, 'FlateDecode', '/DeviceGray', `/${key} ${mask} 0 R`, 1);
    pdf.page([masked('SMask', picture(pdf, 3400, 4400))], 612, 792);
    pdf.page([masked('Mask', picture(pdf, 5100, 6600))], 612, 792);
    expect((await outlines(pdf)).map(({ dpi }) => Math.round(dpi))).toEqual([600, 600]);
    const coarse = new PdfWriter();
    const mask = picture(coarse, 85, 110);
    const scan = coarse.image(blank(2550, 3300), 2550, 3300, 'FlateDecode', '/DeviceGray', `/SMask ${mask} 0 R`, 1);
    coarse.page([scan], 612, 792);
    expect((await outlines(coarse)).map(({ dpi }) => Math.round(dpi))).toEqual([300]);
  });

  it('is not that of a logo, drawn once or a thousand times at one place', async () => {
    const pdf = new PdfWriter();
    const logo = picture(pdf, 400, 400);
    pdf.page([logo, picture(pdf, 2550, 3300)], 612, 792, {
      content: at(1, 0, 0, 612, 792) + at(0, 500, 700, 48, 48).repeat(1_000),
    });
    expect((await outlines(pdf)).map(({ dpi }) => Math.round(dpi))).toEqual([300]);
  });

  it('is the larger one of a scan with another resolution across than down, also turned', async () => {
    const pdf = new PdfWriter();
    pdf.page([picture(pdf, 1728, 1078)], 612, 792);
    pdf.page([picture(pdf, 1275, 3300)], 612, 792);
    pdf.page([picture(pdf, 1650, 2550)], 612, 792, { content: 'q 0 792 -612 0 612 0 cm /Im0 Do Q' });
    const found = await outlines(pdf);
    expect(found.map(({ dpi }) => Math.round(dpi))).toEqual([203, 300, 300]);
    expect(found.map((outline) => sizeInPixels(outline, 200e6))).toMatchObject([
      { width: 1728, height: 2236 },
      { width: 2550, height: 3300 },
      { width: 2550, height: 3300 },
    ]);
  });
});

describe('the resolution of a page that is filled with a pattern', () => {
  const pattern = (pdf: PdfWriter, resources: string, size: readonly [number, number], more = '') => {
    const [width, height] = size;
    const tile = pdf.add(
      `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${width} ${height}]/XStep ${width}/YStep ${height}` +
        `/Resources ${resources}${more}`,
      Buffer.from(fill(width, height)),
    );
    pdf.page([], 612, 792, {
      content: '/Pattern cs /P0 scn 0 0 612 792 re f',
      resources: `/Pattern<</P0 ${tile} 0 R>>`,
    });
  };

  it.each([
    ['is that of its picture', [612, 792], '', 300],
    ['is that of its picture, which is enlarged', [306, 396], '/Matrix[2 0 0 2 0 0]', 300],
    ['is the usual one if its tiles are small', [40, 40], '', 200],
  ] as const)('%s', async (_what, size, more, dpi) => {
    const pdf = new PdfWriter();
    const scan = picture(pdf, 2550, 3300);
    pattern(pdf, `<</XObject<</Im0 ${scan} 0 R>>>>`, size, more);
    pattern(pdf, `${pdf.add(`/XObject<</Im0 ${scan} 0 R>>`)} 0 R`, size, more);
    expect((await outlines(pdf)).map((outline) => Math.round(outline.dpi))).toEqual([dpi, dpi]);
  });
});

describe('the size of a page', () => {
  it('is counted in its own unit, in plain and in compressed objects', async () => {
    const pdf = new PdfWriter();
    pdf.page([], 612, 792, { content: '', extra: '/UserUnit 4' });
    pdf.page([picture(pdf, 3400, 4400)], 612, 792, { extra: '/UserUnit 2.0' });
    pdf.page([], 612, 792, { content: '' });
    const factor = pdf.value('10');
    pdf.page([], 612, 792, { content: '', extra: `/UserUnit ${factor} 0 R` });
    const [plan, scan, letter, plot] = await outlines(pdf);
    expect(plot).toMatchObject({ widthPt: 6120, userUnit: 10 });
    expect(plan).toMatchObject({ widthPt: 2448, heightPt: 3168, userUnit: 4, dpi: 200 });
    expect(scan).toMatchObject({ widthPt: 1224, heightPt: 1584, dpi: 200 });
    expect(letter).toMatchObject({ widthPt: 612, heightPt: 792, userUnit: 1 });
    expect((await outlines(compressed()))[0]).toMatchObject({ widthPt: 1000, heightPt: 500, userUnit: 5 });
  });

  it.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const)(
    'is counted in compressed objects that are encrypted: %s',
    async (algorithm) => {
      const pdf = await PDFDocument.create();
      const unit = pdf.context.register(PDFNumber.of(4));
      pdf.addPage([612, 792]).node.set(PDFName.of('UserUnit'), unit);
      pdf.encrypt({ ownerPassword: 'of the vendor', userPassword: '', algorithm, allowWeakCryptography: true });
      const bytes = Buffer.from(await pdf.save({ useObjectStreams: true }));
      expect(bytes.includes(`${unit.objectNumber} 0 obj`)).toBe(false);
      expect(await outlines(bytes)).toMatchObject([{ widthPt: 2448, userUnit: 4 }]);
    },
  );

  it('is that of the media box if the crop box misses it', async () => {
    const pdf = new PdfWriter();
    pdf.page([picture(pdf, 600, 600)], 144, 144, { content: fill(144, 144), extra: '/CropBox[500 500 600 600]' });
    expect(await outlines(pdf)).toMatchObject([{ widthPt: 144, heightPt: 144, dpi: 300, pictureShare: 1 }]);
  });

  it('is reduced to what can be drawn, with its resolution', () => {
    const long = sizeInPixels({ widthPt: 15_120, heightPt: 1_200, dpi: 200 }, 200e6);
    expect(long).toMatchObject({ width: 32_000, height: 2_540 });
    expect(long.scale * 72).toBeCloseTo(152.4, 1);
    expect(sizeInPixels({ widthPt: 100_000, heightPt: 100_000, dpi: 200 }, 200e6)).toMatchObject({ width: 14_142 });
  });
});

/** Catalog, page tree and page in an object stream, found by a cross-reference stream. */
function compressed(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/UserUnit 5>>',
  ];
  const offsets = objects.map((_, i) => objects.slice(0, i).join(' ').length + (i > 0 ? 1 : 0));
  const head = `${offsets.map((offset, i) => `${i + 1} ${offset}`).join(' ')} `;
  const packed = deflateSync(Buffer.from(head + objects.join(' ')));
  const start = '%PDF-1.7\n';
  const container = Buffer.concat([
    Buffer.from(
      `4 0 obj\n<</Type/ObjStm/N 3/First ${head.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const table = start.length + container.length;
  const row = (type: number, value: number, index: number) => [type, value >> 8, value & 255, index];
  const rows = [row(0, 0, 0), row(2, 4, 0), row(2, 4, 1), row(2, 4, 2), row(1, start.length, 0), row(1, table, 0)];
  const entries = Buffer.from(rows.flat());
  return Buffer.concat([
    Buffer.from(start),
    container,
    Buffer.from(`5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Length ${entries.length}>>\nstream\n`),
    entries,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${table}\n%%EOF\n`),
  ]);
}
