import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { jpegImage, pdfBuffer } from '@symbio/fixtures/pdf-writer';
import { embeddedPicture } from './embedded-pictures.js';
import { onlyTile } from './fax-sheets.js';
import { tiffOfG4 } from './tiff-of-g4.js';

jest.setTimeout(60_000);

const [width, height] = [64, 48];

/** Black and white without any symmetry. */
function pixels(): Buffer {
  const data = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y++) data.fill(0, y * width, y * width + (y % 7) * 3 + (y > 30 ? 20 : 0));
  return data;
}

const picture = () => sharp(pixels(), { raw: { width, height, channels: 1 } }).toColourspace('b-w');

describe('the pictures that a floor is measured on', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bench-pictures-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = async (fill: Parameters<typeof pdfBuffer>[0]): Promise<string> => {
    const target = path.join(folder, 'file.pdf');
    writeFileSync(target, await pdfBuffer(fill));
    return target;
  };

  it('are the bytes of the first picture', async () => {
    const one = await picture().jpeg().toBuffer();
    const two = await picture().negate().jpeg().toBuffer();
    const pdf = await file(async (writer) => {
      await writer.addImagePage(jpegImage(one, width, height));
      await writer.addImagePage(jpegImage(two, width, height));
    });
    const found = await embeddedPicture(pdf, 'DCTDecode');
    expect(Buffer.from(found.data).equals(one)).toBe(true);
    expect(found).toMatchObject({ width, height, blackIs1: false });
    await expect(embeddedPicture(pdf, 'CCITTFaxDecode')).rejects.toThrow('no picture in CCITTFaxDecode');
  });

  it('of a fax become a TIFF of the very same pixels', async () => {
    const tiff = await picture()
      .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: true, tileWidth: width, tileHeight: height })
      .toBuffer();
    const { data, blackIs1 } = onlyTile(tiff);
    const pdf = await file((writer) =>
      writer.addImagePage({
        ...{ data, width, height, filter: 'CCITTFaxDecode', colourSpace: 'DeviceGray', bits: 1 },
        entries: `/DecodeParms<</K -1/Columns ${width}/Rows ${height}${blackIs1 ? '/BlackIs1 true' : ''}>>`,
      }),
    );
    const found = await embeddedPicture(pdf, 'CCITTFaxDecode');
    expect(found.blackIs1).toBe(blackIs1);
    const read = await sharp(tiffOfG4(found)).toColourspace('b-w').raw().toBuffer();
    expect(read.equals(pixels())).toBe(true);
  });
});
