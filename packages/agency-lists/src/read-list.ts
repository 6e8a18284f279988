/** Files of agencies: CSV and its relatives, GeoJSON, XLSX, and a zip of one of them. */
import { ListFileError, type Table } from './file-error.js';
import { readCsv } from './read-csv.js';
import { readGeoJson } from './read-geojson.js';
import { readWorkbook } from './read-workbook.js';
import { decoded } from './text.js';
import { unzipped } from './unzip.js';

/** Enough to recognize a file that cannot be read. */
export const START_BYTES = 4_096;
const UNREADABLE = 'Databases and shapefiles cannot be read. Save the list as CSV or GeoJSON.';

/** The beginning, and all of it. */
async function begun(chunks: AsyncIterable<Buffer>): Promise<{ start: Buffer; all: AsyncGenerator<Buffer> }> {
  const source = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < START_BYTES) {
    const next = await source.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield start;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  return { start, all: all() };
}

const isWorkbook = (start: Buffer): boolean =>
  start.includes('[Content_Types].xml') || start.includes('xl/') || start.includes('_rels/');

const isZip = (start: Buffer): boolean => start.subarray(0, 2).toString('latin1') === 'PK';

/** Files that people send instead of a list, by their beginning. */
const NO_LISTS: readonly [beginning: RegExp, sentence: string][] = [
  [/^%PDF-/, 'A PDF cannot be read. Send the list as CSV, XLSX or GeoJSON.'],
  [
    /^<(?:!doctype|html|head|body|\?xml)/i,
    'The file is a web page or XML, not a list. Download the list again as CSV.',
  ],
];

/** @throws ListFileError for an Access database, a shapefile, an old workbook, a PDF, or a web page */
function checkText(start: Buffer): void {
  if (start.includes(0) && !(start[0] === 0xff && start[1] === 0xfe)) throw new ListFileError(UNREADABLE);
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  const [, sentence] = NO_LISTS.find(([beginning]) => beginning.test(text)) ?? [];
  if (sentence) throw new ListFileError(sentence);
}

/** Of a file of which more follows. @param start at least {@link START_BYTES}, or all @throws ListFileError */
export function checkStart(start: Buffer): void {
  if (!isZip(start)) checkText(start);
}

/** Reads the header of a list; its rows are read as they are taken. @throws ListFileError */
export async function readList(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const { start, all } = await begun(chunks);
  if (!isZip(start)) return readText(all);
  return isWorkbook(start) ? readWorkbook(all) : readText(unzipped(all));
}

async function readText(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const { start, all } = await begun(chunks);
  checkText(start);
  const isJson = /^\uFEFF?\s*(?:\{|\[\s*[{[])/.test(start.toString('utf8'));
  return isJson ? readGeoJson(decoded(all)) : readCsv(decoded(all));
}
