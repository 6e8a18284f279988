import { Readable } from 'node:stream';
import { Unzip } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { ListFileError, MAX_COLUMNS, type Table } from './file-error.js';

/** A workbook is read as a whole. */
const MAX_WORKBOOK_BYTES = 40 * 1_024 * 1_024;
const MAX_WORKBOOK_UNPACKED = 400 * 1_024 * 1_024;

/** Sizes as stated by the zip; those that it does not state are bounded by the packed size. */
function statedBytes(file: Uint8Array): number {
  let bytes = 0;
  const unzip = new Unzip((entry) => {
    bytes += entry.originalSize ?? 0;
  });
  unzip.push(file, true);
  return bytes;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The first sheet. @throws ListFileError */
export async function readWorkbook(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_WORKBOOK_BYTES) throw new ListFileError('A workbook can have at most 40 MB. Save it as CSV.');
    parts.push(chunk);
  }
  const file = Buffer.concat(parts);
  if (statedBytes(file) > MAX_WORKBOOK_UNPACKED)
    throw new ListFileError('The workbook unpacks to more than 400 MB. Save it as CSV.');
  const [header = [], ...rows] = await sheetOf(file);
  if (header.length > MAX_COLUMNS) throw new ListFileError(`The file has more than ${MAX_COLUMNS} columns.`);
  const width = header.length;
  const texts = rows.map((row) => Array.from({ length: width }, (_, at) => textOf(row[at])));
  return { header: header.map(textOf), rows: Readable.from(texts) as AsyncIterable<readonly string[]> };
}

async function sheetOf(file: Buffer): Promise<unknown[][]> {
  try {
    return await readSheet(file);
  } catch (cause) {
    throw new ListFileError('The workbook cannot be read. Save the list as CSV.', { cause });
  }
}
