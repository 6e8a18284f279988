import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../dev/paths.js';
import { jpegImage, PdfWriter } from '../demo/pdf-writer.js';
import { renderSheet } from '../demo/sheet.js';

/** What is measured on: twelve colour scans of 6400 x 7600 pixels, about 118 MB, as a Phase I map order comes. */
export const SCANS = { pages: 12, width: 6400, dpi: 300 } as const;

/**
 * Surveys that are drawn; their sheets repeat, each time as a picture of its own in the file. Drawing all twelve would
 * only cost time: nothing that is measured compares pages.
 */
const YEARS = [1887, 1896, 1905, 1926] as const;
/** With this grain and quality a sheet is just under 10 MB. */
const SHEET = { seed: 12, quality: 86, grain: 1.65 } as const;
/** Changes with the drawing, so that a file of an older generator is not taken for it. */
const VERSION = 1;

export interface BenchFile {
  path: string;
  bytes: number;
}

/** The benchmark's file; made on first use, which takes a minute or two, and kept in .cache/bench. */
export async function benchScans(log: (line: string) => void): Promise<BenchFile> {
  const folder = path.join(cacheDir, 'bench');
  const file = path.join(folder, `scans-rgb-${SCANS.pages}-v${VERSION}.pdf`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    log(`Drawing ${SCANS.pages} scans for the benchmark (only once) ...`);
    const writer = await PdfWriter.toFile(unfinished);
    const sheets = [];
    for (const year of YEARS) {
      sheets.push(await renderSheet({ ...SHEET, year, width: SCANS.width }));
      log(`  sheet of ${year}`);
    }
    for (let page = 0; page < SCANS.pages; page++) {
      const sheet = sheets[page % sheets.length];
      if (sheet) await writer.addImagePage(jpegImage(sheet.jpeg, sheet.width, sheet.height), { dpi: SCANS.dpi });
    }
    await writer.finish();
    renameSync(unfinished, file);
  }
  return { path: file, bytes: statSync(file).size };
}
