/** `npm run blobs`: moves the blob store, and compares the copy with the original. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { AppError } from '@symbio/runtime';
import { BlobError, openBlobStore, type BlobStore } from '@symbio/blobs';
import { pairs, type Pair } from './blobs-walk.js';
import { OperationError, type Command, type CommandContext } from './command.js';

const USAGE = `blobs copy FROM TO [--parallel 8] [--prune]
  Copies every blob of one store that the other has not, and reads each back. Both may be in use: what is stored is never
  changed. Broken off, the same command goes on. --prune removes from TO what FROM no longer has.
blobs verify STORE [--parallel 8]
  Reads every blob to its end.
blobs verify FROM TO [--parallel 8]
  Compares every blob of two stores by its SHA-256.

Stores are written as in BLOB_URL: file:///folder, or s3://bucket/prefix?region=…; credentials come from AWS's environment.
The exit code is 0 when nothing was left out and nothing differs.`;

const PARALLEL = 8;
const MOST_PARALLEL = 64;
/** Pauses between attempts; a store that is unavailable for longer has the blob left out. */
const PAUSES_MS = [500, 2_000, 8_000] as const;
const PROGRESS_MS = 5_000;

class Progress {
  readonly #began = performance.now();
  readonly #counts = new Map<string, { blobs: number; bytes: number }>();
  leftOut = 0;

  constructor(private readonly context: CommandContext) {}

  count(what: string, bytes: number): void {
    const { blobs, bytes: sum } = this.#counts.get(what) ?? { blobs: 0, bytes: 0 };
    this.#counts.set(what, { blobs: blobs + 1, bytes: sum + bytes });
  }

  leaveOut(key: string, reason: string): void {
    this.leftOut++;
    this.context.print(`left out ${key}: ${reason}`);
  }

  /** Such as `12 copied (3.4 MB), 5 were there already (1.0 MB), 1 left out, in 3 s`. */
  toString(): string {
    const parts = [...this.#counts].map(
      ([what, { blobs, bytes }]) => `${blobs.toLocaleString('en')} ${what} (${sizeOf(bytes)})`,
    );
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    return `${[...parts, `${this.leftOut} left out`].join(', ')}, in ${seconds} s`;
  }
}

function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`;
}

/** Blob with wrong content; retrying does not help. */
class Mismatch extends Error {}

async function digest(body: Readable): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest('hex'), bytes };
}

const isNotFound = (error: unknown): boolean => error instanceof BlobError && error.code === 'not_found';
const isFull = (error: unknown): boolean => error instanceof AppError && error.reason === 'storage_full';

/** Retries temporary errors. */
async function withRetries(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (pause === undefined || error instanceof BlobError || error instanceof Mismatch || isFull(error)) throw error;
      await sleep(pause, undefined, { signal });
    }
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof AppError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
};

interface Stores {
  from: BlobStore;
  to: BlobStore;
}

async function copyBlob({ from, to }: Stores, { key, left = 0 }: Pair): Promise<void> {
  const { contentType } = await from.stat(key);
  const body = await from.createReadStream(key);
  const stored = await to.put(key, body, { contentType }).catch(async (error: unknown) => {
    body.destroy();
    if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
    // written by an earlier attempt with a lost response, or by another run
    return digest(await from.createReadStream(key));
  });
  const there = await digest(await to.createReadStream(key));
  if (there.sha256 === stored.sha256 && stored.bytes === left) return;
  await to.remove(key);
  throw new Mismatch(
    `what came back is not what was sent (${left} bytes listed, ${stored.bytes} sent, ${there.bytes} back)`,
  );
}

async function copyPair(stores: Stores, pair: Pair, prune: boolean, progress: Progress, signal: AbortSignal) {
  const { key, left, right } = pair;
  if (left === undefined) {
    if (prune) await stores.to.remove(key);
    progress.count(prune ? 'removed from the other store' : 'only in the other store', right ?? 0);
    return;
  }
  if (right !== undefined) {
    if (left === right) progress.count('were there already', left);
    else
      progress.leaveOut(key, `it has ${left} bytes here and ${right} there, and what is stored is never overwritten`);
    return;
  }
  try {
    await withRetries(signal, () => copyBlob(stores, pair));
    progress.count('copied', left);
  } catch (error) {
    if (signal.aborted) return;
    if (isFull(error)) throw new OperationError(`The store to copy to is full: ${reasonOf(error)}`, { cause: error });
    if (isNotFound(error)) progress.count('removed meanwhile', left);
    else progress.leaveOut(key, reasonOf(error));
  }
}

async function verifyPair({ from, to }: Stores, { key, left, right }: Pair, progress: Progress): Promise<void> {
  if (left === undefined) return progress.count('only in the other store', right ?? 0);
  if (right === undefined) return progress.leaveOut(key, 'the other store does not have it');
  const [here, there] = await Promise.all([from, to].map(async (store) => digest(await store.createReadStream(key))));
  if (here?.sha256 === there?.sha256) progress.count('are the same', left);
  else progress.leaveOut(key, `its SHA-256 is ${here?.sha256} here and ${there?.sha256} there`);
}

async function verifyBlob(store: BlobStore, { key, left = 0 }: Pair, progress: Progress): Promise<void> {
  const { bytes } = await digest(await store.createReadStream(key));
  if (bytes === left) progress.count('can be read', bytes);
  else progress.leaveOut(key, `${left} bytes were listed and ${bytes} read`);
}

async function opened(url: string): Promise<BlobStore> {
  try {
    // signs nothing
    return await openBlobStore(url, { secret: '' });
  } catch (error) {
    throw new OperationError(`${url} ${reasonOf(error)}.`, { cause: error }, 2);
  }
}

async function usable(store: BlobStore, prepare = false): Promise<void> {
  try {
    if (prepare) await store.prepare();
    await store.check();
  } catch (error) {
    throw new OperationError(reasonOf(error), { cause: error });
  }
}

/** @throws OperationError for invalid arguments */
function readCall(args: readonly string[]) {
  try {
    const options = { parallel: { type: 'string' }, prune: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const parallel = Number(values.parallel ?? PARALLEL);
    if (!Number.isInteger(parallel) || parallel < 1 || parallel > MOST_PARALLEL)
      throw new Error(`--parallel is a whole number from 1 to ${MOST_PARALLEL}.`);
    return { parallel, prune: values.prune ?? false, words: positionals };
  } catch (error) {
    throw new OperationError(reasonOf(error), { cause: error }, 2);
  }
}

export const blobs: Command = {
  usage: USAGE,
  async run(args, context) {
    const { parallel, prune, words } = readCall(args);
    const [what = '', ...urls] = words;
    const isCall = (what === 'copy' && urls.length === 2) || (what === 'verify' && [1, 2].includes(urls.length));
    if (!isCall) {
      context.print(USAGE);
      return 2;
    }
    const [from, to] = await Promise.all(urls.map(opened));
    if (!from) return 2;
    const { signal } = context;
    const progress = new Progress(context);
    const timer = setInterval(() => context.say(`... ${progress.toString()}`), PROGRESS_MS);
    // reports an unreadable blob and continues
    const telling = (pair: Pair, work: () => Promise<void>): Promise<void> =>
      withRetries(signal, work).catch((error: unknown) => {
        if (!signal.aborted) progress.leaveOut(pair.key, reasonOf(error));
      });
    try {
      await usable(from);
      if (to) await usable(to, what === 'copy');
      const work = (pair: Pair): Promise<void> => {
        if (to && what === 'copy') return copyPair({ from, to }, pair, prune, progress, signal);
        return telling(pair, () => (to ? verifyPair({ from, to }, pair, progress) : verifyBlob(from, pair, progress)));
      };
      await pMap(pairs(from, to ?? { list: nothing }, signal), work, { concurrency: parallel });
    } finally {
      clearInterval(timer);
      context.print(progress.toString());
      await from.close();
      await to?.close();
    }
    if (signal.aborted) throw new OperationError('Broken off; the same command goes on from there.');
    return progress.leftOut === 0 ? 0 : 1;
  },
};

async function* nothing(): AsyncGenerator<never> {}
