import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, createLogger, notFound } from '@symbio/runtime';
import { BlobError, type BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import { person } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { createUploads, type Uploads, type UploadDeps } from './uploads.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const PDF = Buffer.from('%PDF-1.7 a small one');

const context = (signal = new AbortController().signal): CallContext => ({
  actor: person(),
  token: '',
  signal,
  deadline: new Date(Date.now() + 10_000),
  requestId: 'r',
  log: createLogger({ name: 'test', level: 'silent' }),
});

async function* sending(file: Buffer) {
  yield await Promise.resolve({
    part: { $case: 'header' as const, value: { id: ID, projectId: 'p', fileName: 'a.pdf', category: '' } },
  });
  yield { part: { $case: 'chunk' as const, value: file } };
}

function memoryStore(files = new Map<string, Buffer>()) {
  const removed: string[] = [];
  const blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'removePrefix'> = {
    async put(key, body) {
      if (files.has(key)) throw new BlobError('exists', 'A stored file is never overwritten.');
      const parts: Buffer[] = [];
      for await (const part of body as Readable) parts.push(part as Buffer);
      files.set(key, Buffer.concat(parts));
      return { bytes: Buffer.concat(parts).length, sha256: 'hash' };
    },
    createReadStream: (key) =>
      Promise.resolve(Readable.from([files.get(key) ?? Buffer.alloc(0)], { objectMode: false })),
    removePrefix(prefix) {
      removed.push(prefix);
      return Promise.resolve();
    },
  };
  return { blobs, removed, files };
}

/** The last upload to begin owns the id. */
function memoryIntents(): UploadDeps['intents'] {
  const owners = new Map<string, string>();
  let begun = 0;
  return {
    begin({ id, projectId }) {
      const by = String(++begun);
      owners.set(id, by);
      return Promise.resolve({ id, projectId, by });
    },
    giveUp: ({ id, by }) => Promise.resolve(owners.get(id) === by),
    end: ({ id, by }) => Promise.resolve(void (owners.get(id) === by && owners.delete(id))),
  };
}

const uploads = (options: Partial<UploadDeps>): Uploads =>
  createUploads({
    repository: { find: () => Promise.resolve(null) },
    writer: { insert: (_, values) => Promise.resolve({ ...values, _id: ID } as DocumentRow) },
    access: { require: () => Promise.resolve('editor'), visible: () => Promise.resolve([]) },
    blobs: memoryStore().blobs,
    stillMay: () => Promise.resolve(),
    intents: memoryIntents(),
    storeConverted: () => Promise.reject(new Error('not a picture')),
    ...options,
  });

const KEY = `projects/p/documents/${ID}/original.pdf`;
const FOLDER = `projects/p/documents/${ID}`;

describe('an upload whose record cannot be created (DOC-36, ERR-19)', () => {
  const insert = () => Promise.reject(new Error('no database'));

  it('fails with the sentence and removes its file', async () => {
    const { blobs, removed } = memoryStore();
    const upload = uploads({ blobs, writer: { insert } }).upload(sending(PDF), context());
    await expect(upload).rejects.toMatchObject({ code: 'INTERNAL', message: 'Failed to create document' });
    expect(removed).toEqual([FOLDER]);
  });

  it('leaves the file to the sweep while the database is unavailable: the record may exist', async () => {
    const { blobs, removed } = memoryStore();
    const repository = { find: answers(Promise.resolve(null), Promise.reject(new Error('no database'))) };
    const upload = uploads({ blobs, repository, writer: { insert } }).upload(sending(PDF), context());
    await expect(upload).rejects.toThrow('Failed to create document');
    expect(removed).toEqual([]);
  });

  it('keeps the file of another upload recorded concurrently', async () => {
    const { blobs, removed } = memoryStore();
    const repository = { find: answers(Promise.resolve(null), Promise.resolve({ _id: ID } as DocumentRow)) };
    const upload = uploads({ blobs, repository, writer: { insert } }).upload(sending(PDF), context());
    await expect(upload).rejects.toThrow('Failed to create document');
    expect(removed).toEqual([]);
  });
});

describe('the size of an upload (DOC-13, CONST-01)', () => {
  /** Store that keeps only the length. */
  const blobs: UploadDeps['blobs'] = {
    ...memoryStore().blobs,
    async put(_key, body, { maxBytes = Infinity }) {
      let bytes = 0;
      for await (const part of body as AsyncIterable<Buffer>) bytes += part.length;
      if (bytes > maxBytes) throw new BlobError('too_large', 'large');
      return { bytes, sha256: 'hash' };
    },
  };
  async function* large(size: number) {
    yield* sending(PDF);
    const chunk = Buffer.alloc(1_048_576, 'x');
    for (let left = size - PDF.length; left > 0; left -= chunk.length)
      yield { part: { $case: 'chunk' as const, value: chunk.subarray(0, left) } };
  }

  it('must be under 200 MB', async () => {
    const largest = 209_715_199;
    const taken = await uploads({ blobs }).upload(large(largest), context());
    expect(taken.fileSize).toBe(largest);
    const refused = uploads({ blobs }).upload(large(largest + 1), context());
    await expect(refused).rejects.toMatchObject({
      reason: 'file_too_large',
      message: 'File size must be less than 200 MB',
    });
  });
});

describe('an upload by a person removed from the project while it is sent', () => {
  const stillMay = () => Promise.reject(notFound('Project'));

  it('creates no document, and removes its file', async () => {
    const { blobs, removed } = memoryStore();
    const inserted: string[] = [];
    const insert = (id: string) => Promise.resolve(void inserted.push(id));
    const upload = uploads({ blobs, writer: { insert }, stillMay }).upload(sending(PDF), context());
    await expect(upload).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Project not found' });
    expect([inserted, removed]).toEqual([[], [FOLDER]]);
  });

  it('does not return the existing document with its id', async () => {
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    const repository = { find: () => Promise.resolve({ _id: ID, projectId: 'p', sha256 } as DocumentRow) };
    const upload = uploads({ repository, stillMay }).upload(sending(PDF), context());
    await expect(upload).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an upload repeated while the first one still runs, perhaps in another process', () => {
  it('keeps the file that it took over from the first one, which then fails', async () => {
    const { blobs, removed, files } = memoryStore();
    const shared = { blobs, intents: memoryIntents() };
    const repeat = uploads(shared);
    const first = uploads({
      ...shared,
      writer: {
        // after storing and before recording, the client disconnects and retries
        async insert() {
          await repeat.upload(sending(PDF), context());
          throw new Error('no database');
        },
      },
    });
    await expect(first.upload(sending(PDF), context())).rejects.toThrow('Failed to create document');
    expect(removed).toEqual([]);
    expect(files.has(KEY)).toBe(true);
  });

  it('leaves a file to the sweep when the intent cannot be stored', async () => {
    const { blobs, removed } = memoryStore();
    const intents = { ...memoryIntents(), giveUp: () => Promise.reject(new Error('no database')) };
    const insert = () => Promise.reject(new Error('no database'));
    await expect(uploads({ blobs, intents, writer: { insert } }).upload(sending(PDF), context())).rejects.toThrow();
    expect(removed).toEqual([]);
  });
});

describe('the intent of an upload (DOC-36)', () => {
  const recordedIntents = () => {
    const words: string[] = [];
    const record =
      <T>(word: string, answer: T) =>
      ({ id, projectId }: { id: string; projectId: string }) => {
        words.push(`${word} ${projectId} ${id}`);
        return Promise.resolve(answer);
      };
    const intents: UploadDeps['intents'] = {
      begin: record('begun', { id: ID, projectId: 'p', by: 'this one' }),
      giveUp: record('given up', true),
      end: record('ended', undefined),
    };
    return { words, intents };
  };

  it('records beginning and end', async () => {
    const { words, intents } = recordedIntents();
    await uploads({ intents }).upload(sending(PDF), context());
    expect(words).toEqual([`begun p ${ID}`, `ended p ${ID}`]);
  });

  it('records a failure before the file is removed', async () => {
    const { words, intents } = recordedIntents();
    const insert = () => Promise.reject(new Error('no database'));
    await expect(uploads({ intents, writer: { insert } }).upload(sending(PDF), context())).rejects.toThrow();
    expect(words).toEqual([`begun p ${ID}`, `given up p ${ID}`, `ended p ${ID}`]);
  });

  it('may remain at the end without failing the upload', async () => {
    const intents = { ...memoryIntents(), end: () => Promise.reject(new Error('no database')) };
    await expect(uploads({ intents }).upload(sending(PDF), context())).resolves.toMatchObject({ _id: ID });
  });
});

describe('an existing file without a record', () => {
  it('is used if equal', async () => {
    const { blobs } = memoryStore(new Map([[KEY, PDF]]));
    await expect(uploads({ blobs }).upload(sending(PDF), context())).resolves.toMatchObject({
      _id: ID,
      fileSize: PDF.length,
    });
  });

  it('stays if different', async () => {
    const { blobs, removed, files } = memoryStore(new Map([[KEY, Buffer.from('%PDF-1.4 another')]]));
    await expect(uploads({ blobs }).upload(sending(PDF), context())).rejects.toMatchObject({ reason: 'id_taken' });
    expect(removed).toEqual([]);
    expect(files.get(KEY)?.toString()).toBe('%PDF-1.4 another');
  });
});

describe('an upload repeated under its id', () => {
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  const recorded = { find: () => Promise.resolve({ _id: ID, projectId: 'p', sha256 } as DocumentRow) };

  it('returns the existing document and stores nothing', async () => {
    const { blobs, files } = memoryStore();
    const upload = uploads({ blobs, repository: recorded }).upload(sending(PDF), context());
    await expect(upload).resolves.toMatchObject({ _id: ID, sha256 });
    expect(files.size).toBe(0);
  });

  it('is refused with other bytes', async () => {
    const other = uploads({ repository: recorded }).upload(sending(Buffer.from('%PDF-1.7 another')), context());
    await expect(other).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'id_taken' });
  });
});

it('stores nothing without access to the project', async () => {
  const { blobs, files } = memoryStore();
  const access = {
    require: () => Promise.reject(notFound('Project')),
    visible: () => Promise.resolve([]),
  };
  await expect(uploads({ blobs, access }).upload(sending(PDF), context())).rejects.toBeInstanceOf(AppError);
  expect(files.size).toBe(0);
});

it('stores nothing if the caller disconnects before the end', async () => {
  const { blobs, files } = memoryStore();
  const gone = AbortSignal.abort();
  await expect(uploads({ blobs }).upload(sending(PDF), context(gone))).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(files.size).toBe(0);
});

/** Returns the given results one after another. */
function answers<T>(...all: Promise<T>[]): () => Promise<T> {
  // avoid unhandled rejections of later results
  for (const answer of all) answer.catch(() => undefined);
  return () => all.shift() ?? Promise.reject(new Error('asked once too often'));
}

it('records a picture with the PDF made of it; a repeat with the same bytes is the same document', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const original = { mimeType: 'image/png', fileSize: 8, filePath: 'source.png', pdfSha256: 'of the PDF' };
  const notices = [{ code: 'bands_not_shown', message: 'Only three bands are shown.' }];
  const storeConverted: UploadDeps['storeConverted'] = async ({ type, body, sent }) => {
    expect(type).toBe('png');
    for await (const chunk of body) void chunk;
    return { bytes: 100, sha256: sent.done().sha256, original, notices };
  };
  const row = await uploads({ storeConverted }).upload(sending(png), context());
  const sha256 = createHash('sha256').update(png).digest('hex');
  expect(row).toMatchObject({ fileSize: 100, mimeType: 'application/pdf', sha256, original, notices });
  const again = uploads({ repository: { find: () => Promise.resolve(row) } });
  expect(await again.upload(sending(png), context())).toBe(row);
  await expect(again.upload(sending(PDF), context())).rejects.toMatchObject({ reason: 'id_taken' });
});
