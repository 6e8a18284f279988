/** Files of agencies: CSV and its relatives, GeoJSON, XLSX, and a zip or gzip file of one of them. */
import { TextDecoder } from 'node:util';
import { ListFileError, type Table } from './file-error.js';
import { gunzipped, isGzip } from './gunzip.js';
import { readCsv } from './read-csv.js';
import { readGeoJson } from './read-geojson.js';
import { readWorkbook } from './read-workbook.js';
import { decoded, utf16Of } from './text.js';
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

/** Where a tar archive has its mark. */
const TAR_AT = 257;
const TAR = 'ustar';

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

const beginningOf = (start: Buffer): string =>
  new TextDecoder(utf16Of(start) ?? 'utf-8').decode(start, { stream: true }).trimStart();

/** @throws ListFileError for an Access database, a shapefile, an old workbook, a PDF, an archive, or a web page */
function checkText(start: Buffer): void {
  if (start.toString('latin1', TAR_AT, TAR_AT + TAR.length) === TAR)
    throw new ListFileError('A tar archive cannot be read. Send each list on its own.');
  const text = beginningOf(start);
  if (text.includes('\0')) throw new ListFileError(UNREADABLE);
  const [, sentence] = NO_LISTS.find(([beginning]) => beginning.test(text)) ?? [];
  if (sentence) throw new ListFileError(sentence);
}

/** Of a file of which more follows. @param start at least {@link START_BYTES}, or all @throws ListFileError */
export function checkStart(start: Buffer): void {
  if (!isZip(start) && !isGzip(start)) checkText(start);
}

/** Reads the header of a list; its rows are read as they are taken. @throws ListFileError */
export async function readList(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const { start, all } = await begun(chunks);
  if (isGzip(start)) return readText(gunzipped(all));
  if (!isZip(start)) return readText(all);
  return isWorkbook(start) ? readWorkbook(all) : readText(unzipped(all));
}

async function readText(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const { start, all } = await begun(chunks);
  checkText(start);
  const text = decoded(all, utf16Of(start));
  return /^(?:\{|\[\s*[{[])/.test(beginningOf(start)) ? readGeoJson(text) : readCsv(text);
}
