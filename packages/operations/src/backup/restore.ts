/** Restores a backup into an empty installation. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, TRUST_BUCKET, acceptRestored, type Broker } from '@symbio/events';
import type { BlobStore } from '@symbio/blobs';
import { OperationError } from '../command.js';
import { BLOB_DATA, isLater, type Manifest, type MessageLine } from './archive-format.js';
import { contentOf, entriesOf, linesOf, verifyArchive, type ArchiveSource, type Entry } from './archive-reader.js';
import { megabytes } from './backup.js';
import type { Decryption } from './encryption.js';
import { RESTORES } from './plan.js';
import { isConsumed } from './read-streams.js';
import { countAgain, reconcile, silence, type Reconciled } from './reconcile.js';
import type { Stores } from './stores.js';
import { firstRows, prepareCollections, removeAllRows, writeRows, type Written } from './write-databases.js';
import { archivedEvent, isEnd, knownEvents, sendMessages } from './write-events.js';

export interface RestoreOptions {
  stores: Stores;
  source: ArchiveSource;
  decryption: Decryption;
  product: string;
  /** Removes existing data; restores archives of later versions. */
  force: boolean;
  /** For practice: pauses webhooks and sends nothing pending. */
  silent: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
}

export interface RestoreSummary {
  manifest: Manifest;
  rows: Record<string, number>;
  refused: number;
  blobs: number;
  events: { sent: number; left: number };
  deadLetters: number;
  reconciled: Reconciled;
}

/** Tolerance for clocks of different machines. */
const CLOCKS_MS = 60_000;
/** Bytes between progress lines. */
const SAY_BYTES = 500e6;

/** Written first and removed last: it marks an interrupted restore. */
interface Marker {
  _id: 'restore';
  archive: string;
  begunAt: Date;
}

/**
 * Verifies the whole archive, then writes it. After a failure the same call restarts it.
 *
 * @throws OperationError: not empty, services running, invalid archive
 */
export async function restoreArchive(options: RestoreOptions): Promise<RestoreSummary> {
  const { stores, source, decryption, product, force, silent, say, signal } = options;
  say('Verifying the archive ...');
  const manifest = await verifyArchive(source, decryption, saying(say, 'verified', signal));
  if (isLater(manifest.product, product) && !force)
    throw new OperationError(
      `${source.name} was written by Symbio ${manifest.product} and this is ${product}: restore it with that version or a later one (--force tries all the same).`,
    );
  if (await isConsumed(stores.broker))
    throw new OperationError('Services of this installation run: stop them first, they must not work on half of it.');
  const begun = await makeRoom(options, manifest);
  await begun.note();
  await prepareCollections(stores, manifest);
  for (const spec of [EVENTS_STREAM, DEAD_LETTERS_STREAM]) await stores.broker.ensureStream(spec);

  const summary: RestoreSummary = {
    manifest,
    rows: {},
    refused: 0,
    blobs: 0,
    events: { sent: 0, left: 0 },
    deadLetters: 0,
    reconciled: { pages: 0, documents: 0, removed: 0, screenshots: 0 },
  };
  const since = new Date(Date.parse(manifest.startedAt) - CLOCKS_MS);
  const projects = new Set<string>();
  let isReconciled = false;
  /** After the last row and before the first event. */
  const putRight = async (): Promise<void> => {
    if (isReconciled) return;
    isReconciled = true;
    say('Putting right what changed while the backup was made ...');
    summary.reconciled = await reconcile(stores, since);
    if (silent) await silence(stores);
  };

  say('Writing ...');
  const progress = saying(say, 'written', signal);
  for await (const entry of entriesOf(source, decryption)) {
    signal.throwIfAborted();
    progress(entry.bytes);
    const [kind = '', first = '', second = ''] = entry.name.split('/');
    if (entry.name.startsWith(BLOB_DATA)) {
      if (!stores.blobs) continue;
      await writeBlob(stores.blobs, entry);
      summary.blobs++;
    } else if (kind === 'databases') {
      const written = await writeRows(stores, { service: first, collection: second }, await contentOf(entry));
      count(summary, first, written);
    } else if (kind === 'streams') {
      await putRight();
      const lines = linesOf<MessageLine>(await contentOf(entry));
      if (first === EVENTS_STREAM.name) await sendEvents(stores, lines, projects, summary, silent);
      else {
        await sendMessages(stores.broker, lines);
        summary.deadLetters += lines.length;
      }
    } else if (kind === 'accounts' && stores.accountsDir !== undefined) {
      await writeAccount(stores.accountsDir, first.replace(/\.gz$/, ''), await contentOf(entry));
    }
  }
  await putRight();
  await countAgain(stores, [...projects]);
  await acceptAll(stores.broker);
  await begun.end();
  return summary;
}

/** Makes services accept the restored events, which may be unsigned or signed by other keys. */
async function acceptAll(broker: Broker): Promise<void> {
  const manager = await broker.connection.jetstreamManager({ timeout: 30_000 });
  const { state } = await manager.streams.info(EVENTS_STREAM.name);
  // rounded up: NATS timestamps are finer
  if (state.messages > 0)
    await acceptRestored(await broker.keyValue(TRUST_BUCKET, 0), new Date(Date.parse(String(state.last_ts)) + 1));
}

function saying(say: (line: string) => void, what: string, signal: AbortSignal): (bytes: number) => void {
  let [all, said] = [0, 0];
  return (bytes) => {
    signal.throwIfAborted();
    all += bytes;
    if (all - said < SAY_BYTES) return;
    said = all;
    say(`${megabytes(all)} ${what}`);
  };
}

/** Checks that the target is empty, or empties it. */
async function makeRoom(
  { stores, force, say, source }: RestoreOptions,
  { startedAt }: Manifest,
): Promise<{ note: () => Promise<void>; end: () => Promise<void> }> {
  const notes = stores.database(RESTORES.service).collection<Marker>(RESTORES.collection);
  const marker = await notes.findOne({ _id: 'restore' });
  const goesOn = marker?.archive === startedAt;
  const occupied = await firstRows(stores);
  if (marker && !goesOn && !force)
    throw new OperationError(
      `A restore of another archive (of ${marker.archive}) did not get to its end here: run that one again, or add --force to remove what it wrote.`,
    );
  if (!marker && occupied !== undefined && !force)
    throw new OperationError(
      `This installation is not empty (${occupied} has rows): restore into a new one, or add --force, which removes everything that is there.`,
    );
  if (marker || occupied !== undefined) {
    say(goesOn ? `The restore of ${source.name} that was cut off begins again ...` : 'Removing what is there ...');
    await removeAllRows(stores);
  }
  const manager = await stores.broker.connection.jetstreamManager({ timeout: 30_000 });
  // deleted, not purged: a stream remembers message ids for minutes and would refuse the same events
  for (const { name } of [EVENTS_STREAM, DEAD_LETTERS_STREAM])
    await manager.streams.delete(name).catch((error: unknown) => {
      // the bucket does not exist yet
      if ((error as { api_error?: { code?: number } }).api_error?.code !== 404) throw error;
    });
  return {
    note: async () => {
      const row = { archive: startedAt, begunAt: new Date() };
      await notes.updateOne({ _id: 'restore' }, { $set: row }, { upsert: true });
    },
    end: async () => {
      await notes.drop();
    },
  };
}

async function writeBlob(blobs: BlobStore, entry: Entry): Promise<void> {
  const key = entry.name.slice(BLOB_DATA.length);
  if (!(await blobs.exists(key))) {
    await blobs.put(key, Readable.from(entry.body), { contentType: entry.contentType });
    return;
  }
  // from an earlier attempt or a kept store: blobs are immutable, so the same key must have the same content
  const [ours, theirs] = [await hashOf(entry.body), await hashOf(await blobs.createReadStream(key))];
  if (ours !== theirs)
    throw new OperationError(`The blob store has another file as ${key}: restore into a store that is empty.`);
}

async function hashOf(body: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}

function count(summary: RestoreSummary, service: string, { rows, refused }: Written): void {
  summary.rows[service] = (summary.rows[service] ?? 0) + rows;
  summary.refused += refused;
}

/** Services whose events cause mails and webhook calls. */
const TELLING: readonly string[] = ['issue', 'webhook'];

async function sendEvents(
  stores: Stores,
  lines: readonly MessageLine[],
  projects: Set<string>,
  { events: counts }: RestoreSummary,
  silent: boolean,
): Promise<void> {
  const events = lines.map(archivedEvent);
  for (const { envelope } of events) if (envelope.scope) projects.add(envelope.scope);
  const known = await knownEvents(stores, events);
  const sent = silent ? known.filter(({ service, verb }) => isEnd(verb) || !TELLING.includes(service)) : known;
  await sendMessages(stores.broker, sent);
  counts.sent += sent.length;
  counts.left += events.length - sent.length;
}

async function writeAccount(folder: string, name: string, content: Buffer): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `${name}.draft`);
  await fs.writeFile(draft, content, { mode: 0o600 });
  await fs.rename(draft, path.join(folder, name));
}
