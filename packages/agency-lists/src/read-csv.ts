import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ListFileError, MAX_COLUMNS, type Table } from './file-error.js';

const MAX_ROW_CHARACTERS = 1_048_576;
const DELIMITERS = [',', '\t', '|', ';', '^'];

/** The one that separates most columns of the header. */
function delimiterOf(start: string): string {
  const line = (/^[^\r\n]*/.exec(start)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, columns: line.split(delimiter).length }));
  return counted.sort((one, other) => other.columns - one.columns)[0]?.delimiter ?? ',';
}

const rowOf = ({ records }: CsvError): string => (records as number).toLocaleString('en-US');

const refusalOf = (error: CsvError): ListFileError =>
  new ListFileError(
    error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `A quote is opened in row ${rowOf(error)} and never closed.`
      : `Row ${rowOf(error)} cannot be read: ${error.message}`,
    { cause: error },
  );

async function* rowsOf(parser: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  try {
    yield* parser;
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  }
}

/** Some agencies end rows, but not the header, with a delimiter. */
async function* withoutEmptyEnds(rows: AsyncIterable<string[]>, width: number): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.slice(width).every((cell) => cell === '') ? row.slice(0, width) : row;
}

/** Columns separated by commas, tabs, pipes or semicolons. @throws ListFileError also while rows are read */
export async function readCsv(text: AsyncGenerator<string>): Promise<Table> {
  const first = await text.next();
  const start = first.done ? '' : first.value.replace(/^\uFEFF/, '');
  if ((/^[^\r\n]*/.exec(start)?.[0] ?? '').length > MAX_ROW_CHARACTERS / 16)
    throw new ListFileError('The first line of the file is too long to be a header.');
  async function* all(): AsyncGenerator<string> {
    yield start;
    yield* text;
  }
  const parser = parse({
    delimiter: delimiterOf(start),
    // agencies write 6" TANK
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  const source = Readable.from(all(), { highWaterMark: 4 });
  source.on('error', (error) => parser.destroy(error));
  const rows = rowsOf(source.pipe(parser) as AsyncIterable<string[]>);
  const header = await rows.next();
  if (header.done) throw new ListFileError('The file is empty.');
  const columns = header.value.map((column) => column.trim());
  if (columns.every((column) => column === ''))
    throw new ListFileError('The first line of the file has no column names.');
  if (columns.length > MAX_COLUMNS) throw new ListFileError(`The file has more than ${MAX_COLUMNS} columns.`);
  return { header: columns, rows: withoutEmptyEnds(rows, columns.length) };
}
