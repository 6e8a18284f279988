/** `npm run records`: agency lists that all projects of an installation search. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import {
  countedFile,
  DATA_SETS,
  FILE_OPTIONS,
  fileKey,
  listNameOf,
  MAX_DATA_SETS,
  noProgress,
  TOO_LARGE,
  VERSIONS,
  type ImportProgress,
} from '@symbio/agency-lists';
import { BlobError } from '@symbio/blobs';
import { creationHash } from '@symbio/mongo';
import { cleanLine, isCalendarDate, newId } from '@symbio/runtime';
import type { Stores } from './backup/stores.js';
import { calledWell, parsedArgs } from './backup/settings.js';
import { withServers, withStores } from './backup/with-stores.js';
import { OperationError, type Command, type CommandContext } from './command.js';
import { recordOperation } from './operator-entry.js';

const USAGE = `npm run records -- list
  Prints the agency lists of the installation, which all projects search.

npm run records -- add FILE [--name NAME] [--agency AGENCY] [--source ADDRESS] [--licence LICENCE] [--date YYYY-MM-DD]
  Adds a list, or another edition of the list with that name (default: the name of the file), as the screen Agency lists does.
  FILE is CSV, XLSX, GeoJSON or a zip or gzip file of one, up to 4 GB; - is stdin. --date is the agency's date of the data.
  It waits for the import, which the records service does; the edition before is searched until then.

MONGODB_URI, NATS_URL and BLOB_URL name the installation; without them it is the local stack. Without a running records service
the import starts with it.`;

const MAX_TEXT = 300;
const MAX_FILE_NAME = 255;
const POLL_MS = 1_000;
/** Between two lines about the progress of an import. */
const SAID_EVERY_MS = 5_000;
/** A running records service looks for imports more often. */
const UNCLAIMED_MS = 45_000;

interface DataSet {
  _id: string;
  name: string;
  currentVersionId: string;
}

interface Version {
  _id: string;
  dataSetId: string;
  state: string;
  fileName: string;
  agencyDate: string;
  problem?: string;
  progress: ImportProgress;
  at: Date;
  leaseUntil: Date;
}

const dataSetsOf = (database: Db) => database.collection<DataSet>(DATA_SETS);
const versionsOf = (database: Db) => database.collection<Version>(VERSIONS);
const numberText = (value: number): string => value.toLocaleString('en-US');

export interface AddedList {
  name: string;
  agency: string;
  source: string;
  licence: string;
  date: string;
  fileName: string;
}

async function readable(file: string): Promise<AsyncIterable<Buffer>> {
  if (file === '-') return process.stdin;
  try {
    const { size } = await fs.promises.stat(file);
    if (size > FILE_OPTIONS.maxBytes) throw new OperationError(`${file}: ${TOO_LARGE}`);
    if (size === 0) throw new OperationError(`${file} is empty. Choose another one.`);
    const handle = await fs.promises.open(file);
    return handle.createReadStream();
  } catch (cause) {
    if (cause instanceof OperationError) throw cause;
    throw new OperationError(`${file} cannot be read.`, { cause }, 2);
  }
}

/** The list with the name, made if none has it. @throws OperationError */
async function dataSetFor(database: Db, { name, agency, source, licence }: AddedList) {
  const known = await dataSetsOf(database).findOne({ name, deletedAt: null });
  if (known) {
    if (await versionsOf(database).findOne({ dataSetId: known._id, state: 'importing' }))
      throw new OperationError('Another file of this list is being imported. Wait for its end.');
    return { id: known._id, isNew: false };
  }
  if ((await dataSetsOf(database).countDocuments({ deletedAt: null })) >= MAX_DATA_SETS)
    throw new OperationError(`There can be at most ${MAX_DATA_SETS} lists. Delete one first.`);
  const [_id, now] = [newId(), new Date()];
  const values = { name, agency, sourceUrl: source, licence };
  await database.collection<{ _id: string }>(DATA_SETS).insertOne({
    ...{ _id, rev: 1, createdAt: now, updatedAt: now, deletedAt: null, outbox: [], ...values },
    ...{ currentVersionId: '', mappings: [], createdById: '', createdByName: '', creationHash: creationHash(values) },
  });
  return { id: _id, isNew: true };
}

/** Leaves the file for the records service. @throws OperationError @returns the id of its version */
export async function addList(
  { database, blobs, broker }: Pick<Stores, 'database' | 'broker'> & { blobs: NonNullable<Stores['blobs']> },
  chunks: AsyncIterable<Buffer>,
  list: AddedList,
): Promise<string> {
  const records = database('records');
  const { id: dataSetId, isNew } = await dataSetFor(records, list);
  const recorded = { object: 'data_set', objectId: dataSetId };
  if (isNew) await recordOperation(broker, { operation: 'data_set.created', ...recorded });
  const versionId = newId();
  const { body, counted } = countedFile(chunks);
  try {
    await blobs.put(fileKey(versionId), body, FILE_OPTIONS);
    const file = counted();
    if (file.bytes === 0) throw new OperationError('The file is empty. Choose another one.');
    const at = new Date();
    await records.collection<{ _id: string }>(VERSIONS).insertOne({
      ...{ _id: versionId, dataSetId, state: 'importing', agencyDate: list.date, fileName: list.fileName, ...file },
      ...{ format: '', progress: noProgress(), byId: '', byName: '', at, leaseUntil: at },
    });
    await recordOperation(broker, { operation: 'data_set.version_added', ...recorded });
    return versionId;
  } catch (error) {
    await blobs.remove(fileKey(versionId));
    if (error instanceof BlobError && error.code === 'too_large') throw new OperationError(TOO_LARGE, { cause: error });
    throw error;
  }
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${numberText(count)}`)
    .join(', ');

/** What became of an import. @throws OperationError with the sentence that the screen shows */
function ended({ state, problem, progress, fileName }: Version): string[] {
  if (state === 'failed') throw new OperationError(problem ?? 'The import failed.');
  if (state === 'unknown_columns')
    throw new OperationError(
      `The columns of ${fileName} are unknown. Name them once in Settings > Agency lists; the import goes on then.`,
    );
  const refused = Object.values(progress.refused).reduce((sum, count) => sum + count, 0);
  return [
    `${numberText(progress.taken)} of ${numberText(progress.rows)} rows taken, ${numberText(refused)} refused.`,
    ...(refused > 0 ? [`Refused: ${countsText(progress.refused)}.`] : []),
    `Places: ${countsText(progress.qualities)}.`,
    `Lists: ${countsText(progress.lists)}.`,
  ];
}

/** Says the progress of an import until it ends. @throws OperationError with its problem */
export async function followImport(
  database: Db,
  versionId: string,
  { say, signal }: Pick<CommandContext, 'say' | 'signal'>,
  { pollMs, unclaimedMs } = { pollMs: POLL_MS, unclaimedMs: UNCLAIMED_MS },
): Promise<void> {
  const begun = Date.now();
  let [saidAt, saidRows] = [begun, 0];
  while (!signal.aborted) {
    const version = await versionsOf(database).findOne({ _id: versionId });
    if (!version) throw new OperationError('The list was deleted.');
    const { state, progress, at, leaseUntil } = version;
    if (state !== 'importing') {
      for (const line of ended(version)) say(line);
      return;
    }
    if (leaseUntil <= at && Date.now() - begun > unclaimedMs) {
      say('No records service is running. It imports the file once it runs.');
      return;
    }
    if (progress.rows > saidRows && Date.now() - saidAt > SAID_EVERY_MS) {
      say(`${numberText(progress.rows)} rows ...`);
      [saidAt, saidRows] = [Date.now(), progress.rows];
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
  say('The import goes on without this command.');
}

async function printLists(database: Db, print: CommandContext['print']): Promise<void> {
  for (const { _id, name, currentVersionId } of await dataSetsOf(database)
    .find({ deletedAt: null } as object)
    .sort({ name: 1 })
    .toArray()) {
    const version = await versionsOf(database).findOne({ _id: currentVersionId });
    const edition = version
      ? `${version.agencyDate || 'no date'}, ${version.fileName}, ${numberText(version.progress.taken)} records`
      : 'no edition is imported';
    print(`${_id}  ${name}  ${edition}`);
  }
}

const OPTION = { type: 'string' } as const;
const OPTIONS = { name: OPTION, agency: OPTION, source: OPTION, licence: OPTION, date: OPTION };

export const records: Command = {
  usage: USAGE,
  async run(args, context) {
    const { print } = context;
    const { positionals, values } = parsedArgs(args, OPTIONS, USAGE);
    const [command = '', file = ''] = positionals;
    const isAdded = command === 'add';
    calledWell(() => {
      if (positionals.length !== (isAdded ? 2 : 1) || !['add', 'list'].includes(command))
        throw new Error('Say list, or add with a file.');
      const { date } = values;
      if (date !== undefined && !isCalendarDate(date)) throw new Error('--date must be a date such as 2026-11-01.');
      const long = Object.entries(values).find(([, value = '']) => value.length > MAX_TEXT);
      if (long) throw new Error(`--${long[0]} is too long (at most ${MAX_TEXT} characters).`);
      if (isAdded && file === '-' && !values.name) throw new Error('Say --name NAME for a list from stdin.');
    }, USAGE);
    if (!isAdded) {
      await withServers(context, ({ database }) => printLists(database('records'), print));
      return 0;
    }
    const chunks = await readable(file);
    const fileName = cleanLine(file === '-' ? 'stdin' : path.basename(file)).slice(0, MAX_FILE_NAME);
    const text = (value = ''): string => cleanLine(value).trim();
    const { agency, source, licence, date = '' } = values;
    const list = {
      name: text(values.name) || listNameOf(fileName),
      ...{ agency: text(agency), source: text(source), licence: text(licence), date, fileName },
    };
    const options = { withBlobs: true, mayBeNew: false, mustBeStopped: false, dataDir: undefined };
    await withStores({ ...context, ...options }, async ({ database, broker, blobs }) => {
      if (!blobs) throw new Error('opened without the blob store');
      const versionId = await addList({ database, broker, blobs }, chunks, list);
      print(versionId);
      await followImport(database('records'), versionId, context);
    });
    return 0;
  },
};
