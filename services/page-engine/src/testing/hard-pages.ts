import { deflateSync } from 'node:zlib';
import { fill, PdfWriter } from './pdf-writer.js';
import { sheet, sheetPixels } from './pictures.js';

export const HARD_SIZE = { width: 600, height: 800 };
/** Points: 100 dpi. */
const PAGE = { width: 432, height: 576 };
const FONT = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>';

export interface HardPage {
  name: string;
  lifted: boolean;
}

export const HARD_PAGES: readonly HardPage[] = [
  { name: 'a plain scan', lifted: true },
  { name: 'a scan on a turned page', lifted: true },
  { name: 'a scan cut by the crop box', lifted: false },
  { name: 'a scan mirrored by the matrix', lifted: false },
  { name: 'a scan with a stamp drawn over it', lifted: false },
  { name: 'a scan with invisible OCR text', lifted: true },
  { name: 'a CMYK scan', lifted: false },
  { name: 'a CMYK scan with an inverted decode array', lifted: false },
  { name: 'a grey negative', lifted: false },
  { name: 'a page of eight strips', lifted: false },
  { name: 'a progressive scan', lifted: true },
  { name: 'a scan with an EXIF orientation, which PDF viewers ignore', lifted: true },
  { name: 'a scan stored as deflated pixels', lifted: false },
  { name: 'a scan with a soft mask', lifted: false },
  { name: 'a scan behind two filters', lifted: false },
];

export async function hardPagesPdf(): Promise<Buffer> {
  const pdf = new PdfWriter();
  const { width, height } = HARD_SIZE;
  const { width: pw, height: ph } = PAGE;
  const source = () => sheet(width, height);
  const jpeg = await source().jpeg({ quality: 90 }).toBuffer();
  const rgb = pdf.image(jpeg, width, height, 'DCTDecode', '/DeviceRGB');
  pdf.page([rgb], pw, ph);
  pdf.page([rgb], pw, ph, { extra: '/Rotate 90' });
  pdf.page([rgb], pw, ph, { extra: `/CropBox[40 40 ${pw - 40} ${ph - 80}]` });
  pdf.page([rgb], pw, ph, { content: `q ${pw} 0 0 -${ph} 0 ${ph} cm /Im0 Do Q` });
  pdf.page([rgb], pw, ph, {
    content: `${fill(pw, ph)} BT /F1 60 Tf 1 0 0 rg 20 300 Td (STAMP 1926) Tj ET`,
    resources: FONT,
  });
  pdf.page([rgb], pw, ph, {
    content: `${fill(pw, ph)} BT 3 Tr /F1 20 Tf 50 300 Td (oil house and coal yard 1926) Tj ET`,
    resources: FONT,
  });
  const cmyk = await source().toColourspace('cmyk').jpeg({ quality: 90 }).toBuffer();
  pdf.page([pdf.image(cmyk, width, height, 'DCTDecode', '/DeviceCMYK')], pw, ph);
  pdf.page([pdf.image(cmyk, width, height, 'DCTDecode', '/DeviceCMYK', '/Decode[1 0 1 0 1 0 1 0]')], pw, ph);
  const grey = await source().greyscale().toColourspace('b-w').jpeg({ quality: 90 }).toBuffer();
  pdf.page([pdf.image(grey, width, height, 'DCTDecode', '/DeviceGray', '/Decode[1 0]')], pw, ph);
  const strips: number[] = [];
  let content = '';
  for (let i = 0; i < 8; i++) {
    const strip = source().extract({ left: 0, top: (i * height) / 8, width, height: height / 8 });
    strips.push(pdf.image(await strip.jpeg({ quality: 90 }).toBuffer(), width, height / 8, 'DCTDecode', '/DeviceRGB'));
    content += `q ${pw} 0 0 ${ph / 8} 0 ${(ph * (7 - i)) / 8} cm /Im${i} Do Q `;
  }
  pdf.page(strips, pw, ph, { content });
  const progressive = await source().jpeg({ quality: 90, progressive: true }).toBuffer();
  pdf.page([pdf.image(progressive, width, height, 'DCTDecode', '/DeviceRGB')], pw, ph);
  const oriented = await source().withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer();
  pdf.page([pdf.image(oriented, width, height, 'DCTDecode', '/DeviceRGB')], pw, ph);
  const deflated = deflateSync(sheetPixels(width, height));
  pdf.page([pdf.image(deflated, width, height, 'FlateDecode', '/DeviceRGB')], pw, ph);
  const mask = pdf.image(
    deflateSync(Buffer.alloc((width / 8) * height, 0xf0)),
    width,
    height,
    'FlateDecode',
    '/DeviceGray',
    '',
    1,
  );
  pdf.page([pdf.image(jpeg, width, height, 'DCTDecode', '/DeviceRGB', `/SMask ${mask} 0 R`)], pw, ph);
  pdf.page([pdf.image(deflateSync(jpeg), width, height, '/FlateDecode/DCTDecode', '/DeviceRGB')], pw, ph);
  return pdf.save();
}
