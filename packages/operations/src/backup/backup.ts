/** Makes a backup of a running installation. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperationError } from '../command.js';
import { FORMAT, HEAD_NAME, type ArchiveHead, type Manifest } from './archive-format.js';
import { ArchiveWriter } from './archive-writer.js';
import { encrypt, type Encryption } from './encryption.js';
import type { Place } from './plan.js';
import { BlobReader } from './read-blobs.js';
import { readDatabases } from './read-databases.js';
import { firstUnhandled, readStreams } from './read-streams.js';
import type { Stores } from './stores.js';

export interface BackupOptions {
  stores: Stores;
  encryption: Encryption | undefined;
  product: string;
  /** Stores the archive; stores nothing when it rejects. */
  keep: (archive: AsyncIterable<Buffer>) => Promise<void>;
  say: (line: string) => void;
  signal: AbortSignal;
  /** Called between the steps, for tests. */
  onStep?: (step: 'begun' | 'blobs' | 'rows' | 'new blobs') => Promise<void> | void;
  /** Milliseconds for {@link RELAY_MS}; tests shorten it. */
  relayMs?: number;
}

export type BackupSummary = Omit<Manifest, 'parts'>;

/** Time in which recent writes become events; relays sweep every second. */
const RELAY_MS = 3_000;
/** Rows or blobs between progress lines. */
const SAY_EVERY = 10_000;

/**
 * Copies everything into one archive in the order of decision 0075: positions in the streams, blobs, rows, blobs added
 * during the backup, later events, accounts.
 *
 * @throws OperationError when a store is unavailable or the archive cannot be stored
 */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { encryption, keep, signal } = options;
  const startedAt = new Date();
  const writer = new ArchiveWriter(startedAt);
  const bytes = encryption ? encrypt(writer.bytes(), encryption) : writer.bytes();
  const fill = fillArchive(options, writer, startedAt).catch((error: unknown) => {
    // ends the reading of the archive, so its destination discards it
    writer.abandon(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const kept = keep(bytes).catch((error: unknown) => {
    writer.abandon(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [filled, stored] = await Promise.allSettled([fill, kept]);
  signal.throwIfAborted();
  // the first failure ended the other side: report why the archive could not be stored
  if (stored.status === 'rejected' && !(filled.status === 'rejected' && stored.reason === filled.reason))
    throw stored.reason;
  if (filled.status === 'rejected') throw filled.reason;
  return filled.value;
}

async function fillArchive(options: BackupOptions, writer: ArchiveWriter, startedAt: Date): Promise<BackupSummary> {
  const { stores, product, say, signal, onStep, relayMs = RELAY_MS } = options;
  const head: ArchiveHead = { format: FORMAT, product, startedAt: startedAt.toISOString() };
  await writer.add(HEAD_NAME, Buffer.from(JSON.stringify(head)));
  const firstEvent = await firstUnhandled(stores.broker);
  await onStep?.('begun');

  const { blobs } = stores;
  const reader =
    blobs &&
    new BlobReader(blobs, writer, (count, bytes) => {
      if (count % SAY_EVERY === 0) say(`${count} files, ${megabytes(bytes)}`);
    });
  if (reader) say('Copying files ...');
  await reader?.copyNew(signal);
  await onStep?.('blobs');

  say('Copying databases ...');
  const said = new Map<string, number>();
  const progress = ({ service, collection }: Place, rows: number): void => {
    const name = `${service}.${collection}`;
    if (rows - (said.get(name) ?? 0) < SAY_EVERY) return;
    said.set(name, rows);
    say(`${name}: ${rows} rows`);
  };
  const collections = await readDatabases(stores, writer, progress, signal);
  await onStep?.('rows');
  await reader?.copyNew(signal);
  await onStep?.('new blobs');

  await sleep(relayMs, undefined, { signal });
  const messages = await readStreams(stores.broker, firstEvent, writer, signal);
  const accounts = await readAccounts(stores.accountsDir, writer);
  const summary: BackupSummary = {
    ...head,
    endedAt: new Date().toISOString(),
    hasBlobs: reader !== undefined,
    blobs: reader?.count ?? 0,
    blobBytes: reader?.bytes ?? 0,
    collections,
    messages,
    accounts,
  };
  await writer.finish(summary);
  return summary;
}

/** Copies the local sign-in's files; last, so every user row has an account. */
async function readAccounts(folder: string | undefined, writer: ArchiveWriter): Promise<string[]> {
  if (folder === undefined) return [];
  const found = await fs.readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new OperationError(`The accounts in ${folder} cannot be read.`, { cause: error });
  });
  const files = found.filter((name) => name.endsWith('.json')).sort();
  for (const name of files)
    await writer.addCompressed(`accounts/${name}.gz`, await fs.readFile(path.join(folder, name)));
  return files;
}

export const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
