import { createHash } from 'node:crypto';
import { folded, proposeColumns, type Columns } from './columns.js';
import { ListFileError, MAX_ROWS, type Table } from './file-error.js';
import { knownFormat, type Format } from './formats.js';
import { isRefused, rowReader, type RowRefusal, type SiteRecord } from './record.js';
import type { Mended, PlaceQuality } from './place.js';

export const ROWS_AT_ONCE = 1_000;
/** Of rows that are kept at once: a file with huge cells must not fill the memory. */
const MAX_KEPT_CHARACTERS = 8_388_608;
const MAX_EXAMPLES = 20;
const SAMPLE_ROWS = 20;
const NO_ROWS = 'The file has a header, but no rows.';

export interface ImportProgress {
  /** Of the file, without the header. */
  rows: number;
  taken: number;
  refused: Partial<Record<RowRefusal, number>>;
  /** The first of each reason. */
  examples: { reason: RowRefusal; row: number; text: string }[];
  qualities: Partial<Record<PlaceQuality, number>>;
  mended: Partial<Record<Mended, number>>;
  lists: Record<string, number>;
}

export const noProgress = (): ImportProgress => ({
  ...{ rows: 0, taken: 0, refused: {}, examples: [], qualities: {}, mended: {}, lists: {} },
});

/** For a person who names the columns. */
export interface UnknownHeader {
  header: readonly string[];
  headerHash: string;
  proposed: Columns;
  sample: readonly (readonly string[])[];
}

/** Of the spelling that is compared. */
export const headerHash = (header: readonly string[]): string =>
  createHash('sha256').update(header.map(folded).join('\n')).digest('hex');

export interface ImportOptions {
  table: Table;
  format: Format;
  /** Where an earlier run stopped: its rows are only counted. */
  from?: ImportProgress;
  /** @returns the rows whose id another row has */
  store: (records: readonly SiteRecord[]) => Promise<readonly number[]>;
  /** Keeps rows as the file has them, before they are reported: at most {@link ROWS_AT_ONCE}, from a multiple of it. */
  keep: (rowsBefore: number, rows: readonly (readonly string[])[]) => Promise<void>;
  /** Stores how far it came. */
  report: (progress: ImportProgress) => Promise<void>;
  signal?: AbortSignal;
}

export const formatOf = (header: readonly string[], mapped: Format | undefined): Format | undefined =>
  mapped ?? knownFormat(header);

/** Reads the first rows of a list with unknown columns. @throws ListFileError without rows, or below a title */
export async function unknownHeader({ header, rows }: Table): Promise<UnknownHeader> {
  const sample: (readonly string[])[] = [];
  for await (const row of rows) {
    sample.push(row);
    if (sample.length === SAMPLE_ROWS) break;
  }
  if (sample.length === 0) throw new ListFileError(NO_ROWS);
  const width = Math.max(...sample.map(({ length }) => length));
  if (header.length === 1 && width > 1)
    throw new ListFileError(
      `The first line is no header: it has one column, and the rows have ${width}. Delete the lines above the header.`,
    );
  return { header, headerHash: headerHash(header), proposed: proposeColumns(header), sample };
}

function addTo<Key extends string>(counts: Partial<Record<Key, number>>, key: Key, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

/** Imports a list in bounded memory. @throws ListFileError, or what `store` throws; repeatable from its last report */
export async function importList(options: ImportOptions): Promise<ImportProgress> {
  const { table, format, store, keep, report, signal } = options;
  const progress = structuredClone(options.from ?? noProgress());
  const read = rowReader(format, table.header);
  let batch: SiteRecord[] = [];
  let originals: (readonly string[])[] = [];
  let characters = 0;
  let row = 0;

  const refuse = (reason: RowRefusal, at: number, text: string): void => {
    addTo(progress.refused, reason);
    if (progress.examples.filter((example) => example.reason === reason).length < MAX_EXAMPLES)
      progress.examples.push({ reason, row: at, text: text.slice(0, 300) });
  };

  async function flush(): Promise<void> {
    const repeated = new Set(batch.length > 0 ? await store(batch) : []);
    for (const record of batch) {
      if (repeated.has(record.row)) {
        refuse('repeated', record.row, `${record.id} ${record.name}`);
        continue;
      }
      progress.taken += 1;
      addTo(progress.qualities, record.quality);
      for (const word of record.mended) addTo(progress.mended, word);
      for (const list of record.lists) addTo(progress.lists, list);
    }
    if (originals.length > 0) await keep(row - originals.length, originals);
    progress.rows = row;
    batch = [];
    originals = [];
    characters = 0;
    await report(progress);
  }

  for await (const values of table.rows) {
    row += 1;
    if (row > MAX_ROWS) throw new ListFileError('The file has more than ten million rows.');
    if (row <= (options.from?.rows ?? 0)) continue;
    for (const value of values) characters += value.length;
    originals.push(characters <= MAX_KEPT_CHARACTERS ? values : []);
    const record = read(values, row);
    if (isRefused(record)) refuse(record.refusal, row, values.join(', '));
    else batch.push(record);
    if (row % ROWS_AT_ONCE === 0) {
      signal?.throwIfAborted();
      await flush();
    }
  }
  await flush();
  if (row === 0) throw new ListFileError(NO_ROWS);
  if (progress.taken === 0) throw new ListFileError('No row of the file could be taken. Check the columns.');
  return progress;
}
