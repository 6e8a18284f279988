import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { PdfWriter } from '@symbio/fixtures/pdf-writer';
import { renderSheet } from '@symbio/fixtures/sheet';
import type { BenchFileRecipe } from './bench-file.js';
import { inFolder } from './bench-run.js';
import { SCAN_DPI } from './scans.js';

const YEARS = [1887, 1905, 1926] as const;
const WIDTH = 6400;
/** One sixteenth of the raw bytes and six resolutions, lossy: what map libraries deliver. */
const ENCODING = ['-r', '16', '-n', '6', '-I'];
const VERSION = 1;

/** Colour scans of 6400 x 7600 pixels in JPEG 2000; made by `opj_compress`, since the image library has no encoder. */
export function jpeg2000Scans(pages: number): BenchFileRecipe {
  return {
    name: `jpeg2000-${pages}-v${VERSION}`,
    pages,
    title: `${pages} scans in JPEG 2000`,
    make: async (file) => {
      const writer = await PdfWriter.toFile(file);
      for (let page = 0; page < pages; page++) {
        const sheet = await renderSheet({
          seed: 12,
          quality: 95,
          width: WIDTH,
          year: YEARS[page % YEARS.length] ?? 1887,
        });
        const data = await jpeg2000(sheet.jpeg);
        const { width, height } = sheet;
        await writer.addImagePage(
          { data, width, height, filter: 'JPXDecode', colourSpace: 'DeviceRGB' },
          { dpi: SCAN_DPI },
        );
      }
      await writer.finish();
    },
  };
}

async function jpeg2000(jpeg: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return inFolder((folder) => {
    const [raw, encoded] = [path.join(folder, 'sheet.ppm'), path.join(folder, 'sheet.jp2')];
    writeFileSync(raw, Buffer.concat([Buffer.from(`P6\n${info.width} ${info.height}\n255\n`), data]));
    execFileSync('opj_compress', ['-i', raw, '-o', encoded, ...ENCODING], { stdio: 'ignore' });
    return Promise.resolve(readFileSync(encoded));
  });
}
