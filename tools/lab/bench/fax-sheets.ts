import sharp from 'sharp';
import { PdfWriter, type PdfImage } from '@symbio/fixtures/pdf-writer';
import { randomFor, wholeBetween } from '@symbio/fixtures/random';
import { drawSheet } from '@symbio/fixtures/sheet';
import type { BenchFileRecipe } from './bench-file.js';

/**
 * 5376 x 6384 pixels, 34 megapixels: both sides are multiples of 16, so that libtiff writes a sheet as one tile, whose
 * bytes are those of a PDF's fax picture.
 */
const WIDTH = 5376;
export const FAX_DPI = 300;
const YEARS = [1887, 1896, 1905, 1926] as const;
/** Dark of these and darker is ink: washes of colour become paper, as on microfilm. */
const INK_BELOW = 110;
/** Specks of dust a megapixel, which decide how well a sheet packs. */
const SPECKS = 220;
const VERSION = 1;

/** Black-and-white scans in CCITT group 4, as they come from microfilm. */
export function faxSheets(pages: number): BenchFileRecipe {
  return {
    name: `fax-g4-${pages}-v${VERSION}`,
    pages,
    title: `${pages} black-and-white scans in CCITT group 4`,
    make: async (file) => {
      const writer = await PdfWriter.toFile(file);
      const sheets: PdfImage[] = [];
      for (const year of YEARS.slice(0, pages)) sheets.push(await faxSheet(year));
      for (let page = 0; page < pages; page++) {
        const sheet = sheets[page % sheets.length];
        if (sheet) await writer.addImagePage(sheet, { dpi: FAX_DPI });
      }
      await writer.finish();
    },
  };
}

async function faxSheet(year: number): Promise<PdfImage> {
  const drawing = drawSheet({ seed: 12, year, width: WIDTH });
  const { data: pixels, info } = await sharp(Buffer.from(drawing.svg), { limitInputPixels: false })
    .flatten({ background: '#fff' })
    .greyscale()
    .threshold(INK_BELOW)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const random = randomFor('specks', year);
  for (let i = (SPECKS * width * height) / 1e6; i > 0; i--) {
    const [x, y, side] = [
      wholeBetween(random, 0, width - 4),
      wholeBetween(random, 0, height - 4),
      random() < 0.8 ? 1 : 3,
    ];
    const tone = random() < 0.7 ? 0 : 255;
    for (let row = y; row < y + side; row++) pixels.fill(tone, row * width + x, row * width + x + side);
  }
  const tiff = await sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: true, tileWidth: width, tileHeight: height })
    .toBuffer();
  const { data, blackIs1 } = onlyTile(tiff);
  const parameters = `/K -1/Columns ${width}/Rows ${height}${blackIs1 ? '/BlackIs1 true' : ''}`;
  return {
    data,
    width,
    height,
    filter: 'CCITTFaxDecode',
    colourSpace: 'DeviceGray',
    bits: 1,
    entries: `/DecodeParms<<${parameters}>>`,
  };
}

/** Tags of TIFF 6.0 that are read here. */
const TAGS = { photometric: 262, tileOffset: 324, tileBytes: 325 } as const;

/** The bytes of a little-endian TIFF's one tile. */
function onlyTile(tiff: Buffer): { data: Buffer; blackIs1: boolean } {
  const directory = tiff.readUInt32LE(4);
  const value = (tag: number): number => {
    for (let i = 0; i < tiff.readUInt16LE(directory); i++) {
      const entry = directory + 2 + i * 12;
      if (tiff.readUInt16LE(entry) !== tag) continue;
      if (tiff.readUInt32LE(entry + 4) !== 1) throw new Error('the sheet became more than one tile');
      return tiff.readUInt16LE(entry + 2) === 3 ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8);
    }
    throw new Error(`the TIFF has no tag ${tag}`);
  };
  const start = value(TAGS.tileOffset);
  return { data: tiff.subarray(start, start + value(TAGS.tileBytes)), blackIs1: value(TAGS.photometric) === 1 };
}
