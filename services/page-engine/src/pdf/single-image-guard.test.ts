import { jest } from '@jest/globals';
import { HARD_PAGES, HARD_SIZE, hardPagesPdf } from '../testing/hard-pages.js';
import { fill, PdfWriter } from '../testing/pdf-writer.js';
import { faxSheet, sheet } from '../testing/pictures.js';
import { PDFDocument } from './pdf-lib.js';
import { guardSingleImage, type GuardVerdict } from './single-image-guard.js';

jest.setTimeout(60_000);

const verdicts = async (file: Buffer): Promise<GuardVerdict[]> => {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  return document.getPages().map((page) => guardSingleImage(page, (stream) => stream.contents));
};
const reason = (verdict: GuardVerdict | undefined): string =>
  verdict && 'because' in verdict ? verdict.because : 'lifted';

const { width, height } = HARD_SIZE;
const jpegOf = (quality = 80): Promise<Buffer> => sheet(width, height).jpeg({ quality }).toBuffer();

describe('the guard of pages that are one picture', () => {
  let hard: GuardVerdict[];
  beforeAll(async () => {
    hard = await verdicts(await hardPagesPdf());
  });

  it('has a verdict on each hard page', () => {
    expect(hard).toHaveLength(HARD_PAGES.length);
  });

  it.each(HARD_PAGES.map((page, index) => ({ ...page, index })))('$name: lifted $lifted', ({ index, lifted }) => {
    expect(hard[index]?.lift !== null).toBe(lifted);
  });

  it('reports rotation, resolution and invisible text', () => {
    expect(hard[1]?.lift).toMatchObject({ rotate: 90, width, height, grey: false, hasText: false });
    expect(hard[0]?.lift?.dpi).toBeCloseTo(100, 5);
    expect(hard[5]?.lift?.hasText).toBe(true);
  });

  it('lifts a fax sheet unchanged', async () => {
    const fax = await faxSheet(640, 800);
    const pdf = new PdfWriter();
    const parameters = `/DecodeParms<</K -1/Columns 640/Rows 800${fax.blackIs1 ? '/BlackIs1 true' : ''}>>`;
    pdf.page([pdf.image(fax.data, 640, 800, 'CCITTFaxDecode', '/DeviceGray', parameters, 1)], 400, 500);
    pdf.page(
      [pdf.image(fax.data, 640, 800, 'CCITTFaxDecode', '/DeviceGray', parameters.replace('-1', '4'), 1)],
      400,
      500,
    );
    const [g4, g3] = await verdicts(pdf.save());
    expect(g4?.lift).toMatchObject({ kind: 'g4', grey: true, blackIs1: fax.blackIs1 });
    expect(reason(g3)).toBe('group 3');
  });

  it('renders pages whose picture may be hidden, enlarged, blended or cropped', async () => {
    const pdf = new PdfWriter();
    const image = pdf.image(await jpegOf(), width, height, 'DCTDecode', '/DeviceRGB');
    const page = (content: string, extra = '', resources = ''): void =>
      pdf.page([image], 432, 576, { content, extra, resources });
    page(`/OC /Layer BDC ${fill(432, 576)} EMC`);
    page(`/G gs ${fill(432, 576)}`, '', '/ExtGState<</G<</ca 0.5>>>>');
    page(`0 0 100 100 re W n ${fill(432, 576)}`);
    page(`${fill(432, 576)} 0 0 432 576 re f`);
    page(fill(432, 576), '/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 50 50]>>]');
    page('q 432 0 0 576 0 0 cm /Missing Do Q');
    page('Q');
    expect((await verdicts(pdf.save())).map(reason)).toEqual([
      'layer',
      'graphics state ca',
      'clip',
      'operator f',
      'annotations',
      'unknown object',
      'unbalanced',
    ]);
  });

  it('renders pages whose picture would be distorted', async () => {
    const pdf = new PdfWriter();
    const image = pdf.image(await jpegOf(), width, height, 'DCTDecode', '/DeviceRGB');
    pdf.page([image], 432, 288);
    pdf.page([image], 431, 576);
    pdf.page([image], 288, 432, { extra: '/Rotate 90' });
    expect((await verdicts(pdf.save())).map(reason)).toEqual(['unequal resolution', 'lifted', 'unequal resolution']);
  });

  it('counts the unit of the page, and shows the media box if the crop box misses it', async () => {
    const pdf = new PdfWriter();
    const image = pdf.image(await jpegOf(), width, height, 'DCTDecode', '/DeviceRGB');
    pdf.page([image], 432, 576, { extra: '/UserUnit 2' });
    pdf.page([image], 432, 576, { extra: '/CropBox[900 900 950 950]' });
    const found = await verdicts(pdf.save());
    expect(found.map(({ lift }) => lift?.dpi)).toEqual([50, 100]);
  });

  it('renders pages whose JPEG differs from the PDF’s description', async () => {
    const pdf = new PdfWriter();
    const jpeg = await jpegOf();
    pdf.page([pdf.image(jpeg, width, height + 1, 'DCTDecode', '/DeviceRGB')], 432, 576);
    pdf.page([pdf.image(jpeg, width, height, 'DCTDecode', '/DeviceGray')], 432, 576);
    pdf.page([pdf.image(jpeg.subarray(0, 20), width, height, 'DCTDecode', '/DeviceRGB')], 432, 576);
    pdf.page([pdf.image(jpeg, width, height, 'DCTDecode', '[/Indexed/DeviceRGB 1<000000ffffff>]')], 432, 576);
    expect((await verdicts(pdf.save())).map(reason)).toEqual([
      'JPEG size',
      'JPEG components',
      'JPEG header',
      'colour space',
    ]);
  });
});
