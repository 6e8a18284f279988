import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchFile } from './bench-file.js';
import { embeddedPictures } from './embedded-pictures.js';
import type { Kind } from './kinds.js';
import { measureProcess, together, type ProcessCost } from './measured-process.js';

/** What the programs of a peer cost. */
export interface PeerCost extends ProcessCost {
  /** Seconds until the first page has its tiles. */
  firstSeconds: number;
}

/** Makes the same tiles of the same file with the peer of its kind, page by page, each at its own resolution. */
export async function peerRun(file: BenchFile, kind: Kind, folder: string): Promise<PeerCost> {
  const pixelsOf = kind.peer === 'pdftoppm' ? drawnPages(file, kind, folder) : await decodedPages(file, folder);
  const costs: ProcessCost[] = [];
  let firstSeconds = 0;
  for (let page = 1; page <= file.pages; page++) {
    const { cost, picture } = await pixelsOf(page);
    const tiles = path.join(folder, `tiles-${page}`);
    costs.push(cost, await measureProcess('vips', dzsave(picture, tiles, kind.tileSuffix)));
    rmSync(picture);
    if (page === 1) firstSeconds = together(costs).wallSeconds;
  }
  return { ...together(costs), firstSeconds };
}

type PagePixels = (page: number) => Promise<{ cost: ProcessCost; picture: string }>;

/** `pdftoppm` draws one page into a file of raw pixels. */
function drawnPages(file: BenchFile, { dpi, peerOptions = [] }: Kind, folder: string): PagePixels {
  const target = path.join(folder, 'page');
  const picture = `${target}.${peerOptions.includes('-gray') ? 'pgm' : 'ppm'}`;
  return async (page) => {
    const number = String(page);
    const range = ['-f', number, '-l', number, '-singlefile'];
    return {
      cost: await measureProcess('pdftoppm', ['-r', String(dpi), ...peerOptions, ...range, file.path, target]),
      picture,
    };
  };
}

/** `opj_decompress` decodes a page's picture, which is taken out of the PDF for it before anything is measured. */
async function decodedPages(file: BenchFile, folder: string): Promise<PagePixels> {
  const pictures = await embeddedPictures(file.path, 'JPXDecode');
  pictures.forEach(({ data }, i) => writeFileSync(path.join(folder, `${i + 1}.jp2`), data));
  const picture = path.join(folder, 'page.ppm');
  return async (page) => ({
    cost: await measureProcess('opj_decompress', ['-i', path.join(folder, `${page}.jp2`), '-o', picture]),
    picture,
  });
}

const dzsave = (picture: string, tiles: string, suffix: string): string[] => [
  ...['dzsave', picture, tiles, '--tile-size', '512', '--overlap', '0', '--suffix', suffix],
];
