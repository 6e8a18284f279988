import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { lookBeside } from '../attachments/look.js';
import { PDFDocument } from '../pdf/pdf-lib.js';
import { startPdfium } from '../pdf/pdfium.js';
import { readObjects } from '../pdf/pdf-objects.js';
import { guardSingleImage } from '../pdf/single-image-guard.js';
import {
  makeScratch,
  meanDifference,
  PAGES,
  pdfOf,
  pdfWithFiles,
  PdfWriter,
  sheet,
  yardPhotograph,
  type Scratch,
} from '../testing/index.js';
import { convert } from './convert.js';
import { documentTypeOf } from './document-type.js';
import { CONVERSION_LIMITS } from './index.js';
import type { ConversionLimits } from './messages.js';

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

async function converted(sent: Buffer, limits: Partial<ConversionLimits> = {}) {
  const [file, pdf] = [path.join(scratch.dir, 'sent'), path.join(scratch.dir, 'made.pdf')];
  await writeFile(file, sent);
  const type = documentTypeOf(sent.subarray(0, 1_024));
  if (!type || type === 'pdf') throw new Error(`type ${type}`);
  const task = { file, type, pdf, folder: scratch.dir, limits: { ...CONVERSION_LIMITS, ...limits } };
  return { ...(await convert(task)), pdf, bytes: await readFile(pdf) };
}

/** Size in points, and pixels drawn at the picture's own resolution. */
async function pageOf(pdf: string, index: number, dpi: number) {
  const document = (await startPdfium({ names: false })).open(pdf);
  const outline = document.outline(index);
  const { data, width, height } = document.render(index, { ...outline, dpi }, 1e8);
  document.close();
  return { widthPt: outline.widthPt, heightPt: outline.heightPt, width, height, data };
}

async function liftedKind(pdf: string): Promise<string> {
  const parsed = await readObjects(pdf, 1, 1_000);
  const [page] = parsed?.pages ?? [];
  if (!parsed || !page) throw new Error('not parsed');
  const verdict = guardSingleImage(page, parsed.bytesOf);
  return verdict.lift ? verdict.lift.kind : verdict.because;
}

const PIXELS = sheet(300, 200);
const raw = () => PIXELS.clone().raw().toBuffer();
const at300 = (picture: Sharp) => picture.clone().withMetadata({ density: 300 });

/** Such pages are shown, though only some readers see them. */
const pageWithoutType = pdfOf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
  '<</Parent 2 0 R/MediaBox[0 0 100 100]>>',
]);

interface Entry {
  name: string;
  data: Buffer;
  claimed?: number;
  flags?: number;
}

function zipOf(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, claimed = data.length, flags = 0 } of entries) {
    const packed = deflateRawSync(data);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const file = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, Buffer.from(name), packed]);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), shared, rest, Buffer.from(name)]));
    files.push(file);
    at += file.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}

interface PngNotes {
  orientation?: number;
  shape?: readonly [across: number, down: number];
}

/** States the shape of the pixels instead of a resolution. */
function withPixelShape(png: Buffer, [across, down]: readonly [number, number]): Buffer {
  const changed = Buffer.from(png);
  const at = changed.indexOf('pHYs');
  changed.writeUInt32BE(across, at + 4);
  changed.writeUInt32BE(down, at + 8);
  changed.writeUInt8(0, at + 12);
  changed.writeUInt32BE(crc32(changed.subarray(at, at + 13)), at + 13);
  return changed;
}

/** Changes a short value of the first directory of a little-endian TIFF. */
function withTag(tiff: Buffer, tag: number, value: number): Buffer {
  const changed = Buffer.from(tiff);
  const directory = changed.readUInt32LE(4);
  for (let entry = 0; entry < changed.readUInt16LE(directory); entry++) {
    const at = directory + 2 + entry * 12;
    if (changed.readUInt16LE(at) === tag) changed.writeUInt16LE(value, at + 8);
  }
  return changed;
}

describe('a TIFF becomes a PDF without loss', () => {
  it.each([
    ['strips', { compression: 'lzw' }],
    ['tiles', { compression: 'deflate', tile: true, tileWidth: 64, tileHeight: 64 }],
    ['BigTIFF', { compression: 'lzw', bigtiff: true }],
  ] as const)('in %s', async (_what, options) => {
    const { pages, pdf } = await converted(await at300(PIXELS).tiff(options).toBuffer());
    expect(pages).toBe(1);
    const page = await pageOf(pdf, 0, 300);
    expect([page.widthPt, page.heightPt]).toEqual([72, 48]);
    expect(page.data.equals(await raw())).toBe(true);
  });

  it('with 16 bits, which stay', async () => {
    const tiff = await at300(PIXELS).toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer();
    const { pdf, bytes } = await converted(tiff);
    expect(bytes.includes('/BitsPerComponent 16')).toBe(true);
    expect(meanDifference((await pageOf(pdf, 0, 300)).data, await raw())).toBeLessThan(1);
  });

  it('of black and white in many strips as one piece of group 4 data', async () => {
    const options = { compression: 'ccittfax4', bitdepth: 1, tileHeight: 16 } as const;
    const grey = Buffer.from(
      (await raw()).filter((_, index) => index % 3 === 0).map((value) => (value < 128 ? 0 : 255)),
    );
    const picture = sharp(grey, { raw: { width: 300, height: 200, channels: 1 } });
    const tiff = await picture.toColourspace('b-w').tiff(options).toBuffer();
    const { pdf } = await converted(tiff);
    expect(await liftedKind(pdf)).toBe('g4');
    const drawn = await pageOf(pdf, 0, 300);
    expect(Buffer.from(drawn.data.filter((_, index) => index % 3 === 0)).equals(grey)).toBe(true);
  });

  it('of JPEG tiles, whose data stay as they are', async () => {
    const options = { compression: 'jpeg', quality: 90, tile: true, tileWidth: 64, tileHeight: 64 } as const;
    const tiff = await at300(PIXELS).tiff(options).toBuffer();
    const { pdf, bytes } = await converted(tiff);
    expect(bytes.toString('latin1').match(/DCTDecode/g)).toHaveLength(20);
    const { data } = await pageOf(pdf, 0, 300);
    const expected = await sharp(tiff).raw().toBuffer();
    expect(meanDifference(data, expected)).toBeLessThan(2);
  });

  it.each([
    ['pixels of another shape than square, without a unit', 1, [100, 50], [72, 96]],
    ['centimetres', 3, [100, 100], [85, 57]],
  ] as const)('with the size of %s', async (_what, unit, [across, down], size) => {
    const tiff = await PIXELS.clone()
      .tiff({ compression: 'lzw', xres: across / 25.4, yres: down / 25.4 })
      .toBuffer();
    const { pdf } = await converted(withTag(tiff, 296, unit));
    const { widthPt, heightPt } = await pageOf(pdf, 0, 72);
    expect([Math.round(widthPt), Math.round(heightPt)]).toEqual(size);
  });

  it('is refused with a sentence about its compression', async () => {
    const tiff = await PIXELS.clone().tiff({ compression: 'lzw' }).toBuffer();
    for (const compression of [34925, 50000])
      await expect(converted(withTag(tiff, 259, compression))).rejects.toMatchObject({ reason: 'unsupported_picture' });
  });

  it.each([
    ['Lab', 8],
    ['YCbCr without JPEG', 6],
    ['colour filters', 32_803],
  ])('is refused with a sentence about its colours: %s', async (_what, photometric) => {
    const tiff = await PIXELS.clone().tiff({ compression: 'lzw' }).toBuffer();
    await expect(converted(withTag(tiff, 262, photometric))).rejects.toMatchObject({
      reason: 'unsupported_picture',
      message: expect.stringContaining('Save it as RGB') as string,
    });
  });

  it('of inks without those beside the four, which are announced', async () => {
    const flat = (value: number) => Buffer.alloc(300 * 200, value);
    const channel = { raw: { width: 300, height: 200, channels: 1 } } as const;
    const five = sharp(flat(0), channel).joinChannel([flat(0), flat(0), flat(255), flat(99)], channel);
    const tiff = await five.toColourspace('srgb').tiff({ compression: 'lzw' }).toBuffer();
    const { pdf, notices } = await converted(withTag(withTag(tiff, 262, 5), 338, 0));
    expect(notices).toMatchObject([{ message: expect.stringContaining('only the first 4 are shown') as string }]);
    expect((await pageOf(pdf, 0, 300)).data.every((value) => value < 64)).toBe(true);
  });

  it('with several pages of different sizes', async () => {
    const pages = await Promise.all([PIXELS, PIXELS.clone().rotate(90)].map((page) => page.png().toBuffer()));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const { pages: count } = await converted(tiff);
    expect(count).toBe(2);
  });

  it('and keeps no decoded page beside the PDF', async () => {
    await converted(await PIXELS.clone().ensureAlpha(0.5).tiff({ compression: 'lzw' }).toBuffer());
    expect((await readdir(scratch.dir)).sort()).toEqual(['made.pdf', 'sent']);
  });

  it('is refused when cut off, with a sentence', async () => {
    const tiff = await PIXELS.clone().tiff({ compression: 'lzw' }).toBuffer();
    await expect(converted(tiff.subarray(0, tiff.length / 2))).rejects.toMatchObject({ reason: 'damaged_file' });
  });
});

describe('other pictures', () => {
  it('of JPEG keep their bytes, and lie as their orientation says', async () => {
    const jpeg = await yardPhotograph({ orientation: 6 });
    const { pdf, bytes } = await converted(jpeg);
    expect(bytes.includes(jpeg)).toBe(true);
    expect(await liftedKind(pdf)).toBe('jpeg');
    const { widthPt, heightPt } = await pageOf(pdf, 0, 300);
    expect(widthPt / heightPt).toBeCloseTo(240 / 320);
  });

  it.each([
    ['EXIF beside the default of JFIF', { unit: 1, density: [72, 72] }, 400, [54, 36]],
    ['JFIF beside the default of EXIF', { unit: 1, density: [200, 200] }, 72, [108, 72]],
    ['JFIF per centimetre', { unit: 2, density: [100, 100] }, undefined, [85, 57]],
    ['pixels that are twice as high as wide', { unit: 0, density: [2, 1] }, undefined, [72, 96]],
    ['nothing', { unit: 0, density: [1, 1] }, undefined, [72, 48]],
  ] as const)('of JPEG have the size of %s', async (_what, { unit, density }, exifDpi, size) => {
    const plain = PIXELS.clone().jpeg();
    const jpeg = await (exifDpi ? plain.withMetadata({ density: exifDpi }) : plain).toBuffer();
    const data = Buffer.from('4a46494600010200000000000000', 'hex');
    data.writeUInt8(unit, 7);
    data.writeUInt16BE(density[0], 8);
    data.writeUInt16BE(density[1], 10);
    const withoutJfif = jpeg.subarray(jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2);
    const { pdf } = await converted(Buffer.concat([Buffer.from('ffd8ffe00010', 'hex'), data, withoutJfif]));
    const { widthPt, heightPt } = await pageOf(pdf, 0, 72);
    expect([Math.round(widthPt), Math.round(heightPt)]).toEqual(size);
  });

  it('of PNG keep their rows; opacity becomes a mask', async () => {
    const png = await at300(PIXELS).png().toBuffer();
    const { pdf } = await converted(png);
    expect((await pageOf(pdf, 0, 300)).data.equals(await raw())).toBe(true);
    const half = await converted(await PIXELS.clone().ensureAlpha(0.5).png().toBuffer());
    expect(half.bytes.includes('/SMask')).toBe(true);
  });

  it.each([
    ['lie as their orientation says', { orientation: 6 }, [48, 72]],
    ['may have pixels of another shape than square', { shape: [2, 1] }, [72, 96]],
  ] as const)('of PNG %s', async (_what, { orientation, shape }: PngNotes, size) => {
    const png = await PIXELS.clone().withMetadata({ density: 300, orientation }).png().toBuffer();
    const { pdf } = await converted(shape ? withPixelShape(png, shape) : png);
    const { widthPt, heightPt } = await pageOf(pdf, 0, 72);
    expect([Math.round(widthPt), Math.round(heightPt)]).toEqual(size);
  });

  it('are refused when cut off or vast', async () => {
    const png = await PIXELS.clone().png().toBuffer();
    const jpeg = await yardPhotograph();
    for (const whole of [png, jpeg])
      await expect(converted(whole.subarray(0, whole.length * 0.6))).rejects.toMatchObject({ reason: 'damaged_file' });
    const vast = Buffer.from(png);
    vast.writeUInt32BE(60_000, 16);
    vast.writeUInt32BE(60_000, 20);
    await expect(converted(vast)).rejects.toMatchObject({
      message: expect.stringMatching(/60,000 x 60,000 pixels.*400 megapixels/) as string,
    });
  });
});

describe('a ZIP', () => {
  const png = () => at300(PIXELS).png().toBuffer();
  const threePages = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES]);

  it('of pictures becomes their pages, in the order of names, and names what is not shown', async () => {
    const zip = zipOf([
      { name: 'maps/sheet 10.png', data: await png() },
      { name: 'maps/sheet 2.jpg', data: await yardPhotograph() },
      { name: 'maps/sheet 2.jgw', data: Buffer.from('0.5') },
      { name: '__MACOSX/maps/._sheet 2.jpg', data: Buffer.from('x') },
    ]);
    const { pages, pdf, notices } = await converted(zip);
    expect(pages).toBe(2);
    expect((await pageOf(pdf, 1, 300)).data.equals(await raw())).toBe(true);
    expect(notices).toMatchObject([
      { code: 'files_not_shown', message: expect.stringContaining('1 file (sheet 2.jgw) that is not shown') as string },
    ]);
  });

  it('of PDFs and pictures becomes one PDF; of one PDF, that', async () => {
    const mixed = zipOf([
      { name: 'a.pdf', data: threePages },
      { name: 'b.png', data: await png() },
    ]);
    expect(await converted(mixed)).toMatchObject({ pages: 4 });
    const { bytes } = await converted(zipOf([{ name: 'a.pdf', data: threePages }]));
    expect(bytes.equals(threePages)).toBe(true);
  });

  describe('of several PDFs', () => {
    const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
    const line = (text: string, y: number): string => `BT /F0 12 Tf 20 ${y} Td (${text}) Tj ET `;

    /** With a layer that is off. */
    function layered(word: string, settings: (off: number, on: number) => string): Buffer {
      const pdf = new PdfWriter();
      const [off, on] = [pdf.add('/Type/OCG/Name(old)'), pdf.add('/Type/OCG/Name(new)')];
      const content = `/OC /L0 BDC ${line(`OLD${word}`, 100)} EMC /OC /L1 BDC ${line(`NEW${word}`, 50)} EMC`;
      const resources = `${FONT}/Properties<</L0 ${off} 0 R/L1 ${on} 0 R>>`;
      pdf.page([], 300, 200, { content, resources });
      return pdf.save({ catalog: `/OCProperties<</OCGs[${off} 0 R ${on} 0 R]/D<<${settings(off, on)}>>>>` });
    }

    const textOf = async (pdf: string, page: number): Promise<string> => {
      const document = (await startPdfium({ names: false })).open(pdf);
      const { text } = document.text(page, 300, 200);
      document.close();
      return text;
    };

    it('keeps what their layers hide hidden', async () => {
      const { pdf } = await converted(
        zipOf([
          { name: 'a.pdf', data: layered('TANKS', (off) => `/OFF[${off} 0 R]`) },
          { name: 'b.pdf', data: layered('WELLS', (_off, on) => `/BaseState/OFF/ON[${on} 0 R]`) },
        ]),
      );
      expect([await textOf(pdf, 0), await textOf(pdf, 1)]).toEqual(['NEWTANKS', 'NEWWELLS']);
    });

    it('keeps their attached files, and says what a form does not show', async () => {
      const form = pdfOf(['<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA(x)>>>>', ...PAGES]);
      const associated = pdfOf([
        '<</Type/Catalog/Pages 2 0 R/AF[6 0 R]>>',
        ...PAGES,
        '<</Type/Filespec/F(a)/EF<</F 7 0 R>>>>',
        Buffer.from('<</Type/EmbeddedFile/Length 1>>\nstream\na\nendstream'),
      ]);
      const { pdf, notices } = await converted(
        zipOf([
          { name: 'a.pdf', data: pdfWithFiles({ 'one.pdf': Buffer.from('1'), 'same.pdf': Buffer.from('2') }) },
          { name: 'b.pdf', data: pdfWithFiles({ 'same.pdf': Buffer.from('3') }) },
          { name: 'c.pdf', data: form },
          { name: 'd.pdf', data: associated },
        ]),
      );
      expect(await lookBeside({ kind: 'look', file: pdf })).toMatchObject({
        attached: ['one.pdf', 'same.pdf', 'same.pdf'],
      });
      expect(notices).toEqual([
        { code: 'dynamic_form', message: expect.stringMatching(/^“c.pdf” in this ZIP: .*print it to PDF/) as string },
        { code: 'unlisted_files', message: expect.stringMatching(/^“d.pdf” in this ZIP: .*save them/) as string },
      ]);
    });

    it('keeps their bookmarks below the names of the files', async () => {
      const outlined = pdfOf([
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
        ...PAGES,
        '<</Type/Outlines/First 7 0 R/Last 8 0 R>>',
        '<</Title(Maps)/Parent 6 0 R/Next 8 0 R/Dest[4 0 R/Fit]/First 9 0 R/Last 9 0 R>>',
        '<</Title(Appendix)/Parent 6 0 R/Prev 7 0 R/A<</S/GoTo/D[5 0 R/Fit]>>>>',
        '<</Title<feff004d00fc006c006c>/Parent 7 0 R/Dest[4 0 R/Fit]>>',
      ]);
      const { pdf } = await converted(
        zipOf([
          { name: 'a.pdf', data: outlined },
          { name: 'b.png', data: await png() },
          { name: 'c.pdf', data: outlined },
        ]),
      );
      const document = (await startPdfium()).open(pdf);
      const own = (first: number) => [
        { title: 'Maps', page: first + 1, depth: 1 },
        { title: 'Müll', page: first + 1, depth: 2 },
        { title: 'Appendix', page: first + 2, depth: 1 },
      ];
      expect(document.documentNames()?.bookmarks).toEqual([
        ...[{ title: 'a', page: 0, depth: 0 }, ...own(0)],
        { title: 'b', page: 3, depth: 0 },
        ...[{ title: 'c', page: 4, depth: 0 }, ...own(4)],
      ]);
      document.close();
    });

    it('keeps what is filled into their forms', async () => {
      const pdf = new PdfWriter();
      const font = pdf.add('/Type/Font/Subtype/Type1/BaseFont/Helvetica');
      const field = pdf.add(
        '/Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Toluene)/DA(/Own 12 Tf 0 g)/Rect[20 80 200 100]/F 4',
      );
      pdf.page([], 300, 200, { content: line('Substance', 150), resources: FONT, extra: `/Annots[${field} 0 R]` });
      const data = pdf.save({ catalog: `/AcroForm<</Fields[${field} 0 R]/DR<</Font<</Own ${font} 0 R>>>>>>` });
      const made = await converted(
        zipOf([
          { name: 'a.pdf', data: threePages },
          { name: 'b.pdf', data },
        ]),
      );
      expect(await textOf(made.pdf, 3)).toContain('Toluene');
    });

    it('opens those that only forbid changes', async () => {
      const sealed = await PDFDocument.load(threePages);
      sealed.encrypt({ ownerPassword: 'of the vendor', userPassword: '' });
      const data = Buffer.from(await sealed.save({ useObjectStreams: false }));
      const made = await converted(
        zipOf([
          { name: 'a.pdf', data: threePages },
          { name: 'b.pdf', data },
        ]),
      );
      expect(made.pages).toBe(6);
      expect((await readdir(scratch.dir)).sort()).toEqual(['made.pdf', 'sent']);
    });
  });

  it.each([
    ['nested_zip', [{ name: 'in.zip', data: zipOf([{ name: 'a', data: Buffer.from('a') }]) }]],
    ['protected_zip', [{ name: 'a.png', data: Buffer.from('a'), flags: 1 }]],
    ['nothing_to_show', [{ name: 'a.txt', data: Buffer.from('text') }]],
    ['unpacks_too_large', [{ name: 'a.tif', data: Buffer.alloc(2_000_000) }]],
    ['unpacks_too_large', [{ name: 'a.tif', data: Buffer.alloc(2_000_000), claimed: 10 }]],
    ['too_large_as_pdf', [{ name: 'a.pdf', data: Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(600_000)]) }]],
    ['too_many_files', Array.from({ length: 4 }, (_, index) => ({ name: `${index}.png`, data: Buffer.from('a') }))],
    [
      'unsupported_file_type',
      [
        { name: 'x', data: Buffer.from('a') },
        { name: '[Content_Types].xml', data: Buffer.from('a') },
      ],
    ],
  ] as [string, Entry[]][])('is refused: %s', async (reason, entries) => {
    const refused = converted(zipOf(entries), { unpackedBytes: 1_000_000, files: 3, pdfBytes: 500_000 });
    await expect(refused).rejects.toMatchObject({ reason });
  });

  it.each([
    ['pictures', ['a.png', 'b.png']],
    ['pictures and PDFs', ['a.png', 'b.pdf']],
    ['one PDF', ['b.pdf']],
  ])('of %s leaves no unpacked file beside its PDF', async (_what, names) => {
    const entries = names.map(async (name) => ({ name, data: name.endsWith('.pdf') ? threePages : await png() }));
    await converted(zipOf(await Promise.all(entries)));
    expect((await readdir(scratch.dir)).sort()).toEqual(['made.pdf', 'sent']);
  });

  it('names a damaged file', async () => {
    const zip = zipOf([{ name: 'maps/a.png', data: (await png()).subarray(0, 200) }]);
    await expect(converted(zip)).rejects.toMatchObject({
      message: expect.stringContaining('“a.png” in this ZIP: The file is damaged') as string,
    });
  });

  it.each([
    ['is cut off before its catalog', '%PDF-1.4\n1 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n'],
    ['has a page that would be left out', pageWithoutType],
  ])('names a PDF that %s', async (_what, pdf) => {
    const zip = zipOf([
      { name: 'a.pdf', data: threePages },
      { name: 'b.pdf', data: Buffer.from(pdf) },
    ]);
    await expect(converted(zip)).rejects.toMatchObject({
      message: expect.stringContaining('“b.pdf” in this ZIP: The file is damaged') as string,
    });
  });
});
