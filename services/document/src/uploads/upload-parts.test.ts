import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, createLogger, newId, notFound } from '@symbio/runtime';
import { BlobError, partKey } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import { person, TestClock } from '@symbio/runtime/testing';
import type { UploadDocumentRequest } from '@symbio/proto/document';
import { partsPrefix } from '../files/blob-keys.js';
import type { DocumentRow } from '../model.js';
import { createUploadParts, type UploadPartsDeps } from './upload-parts.js';

const FILE = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(40, 'x')]);
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const context: CallContext = {
  actor: person(),
  token: '',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  requestId: 'r',
  log: createLogger({ name: 'test', level: 'silent' }),
};

/** Parts over an in-memory store; the upload accepts any content. */
function setUp() {
  const clock = new TestClock();
  const files = new Map<string, { bytes: Buffer; at: Date }>();
  const documents = new Map<string, DocumentRow>();
  const target = { id: newId(), projectId: newId() };
  const before: { list?: () => Promise<unknown>; upload?: () => Promise<unknown> } = {};
  const happens = async (step: keyof typeof before): Promise<void> => {
    const happening = before[step];
    delete before[step];
    await happening?.();
  };
  const blobs = {
    async put(key: string, body: Readable | Buffer, { maxBytes = Infinity }: { maxBytes?: number }) {
      if (files.has(key)) throw new BlobError('exists', 'there');
      const chunks: Buffer[] = [];
      for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (bytes.length > maxBytes) throw new BlobError('too_large', 'large');
      files.set(key, { bytes, at: clock.now() });
      return { bytes: bytes.length, sha256: hashOf(bytes) };
    },
    createReadStream(key: string) {
      const file = files.get(key);
      if (!file) return Promise.reject(new BlobError('not_found', 'There is no such file.'));
      return Promise.resolve(Readable.from([file.bytes], { objectMode: false }));
    },
    async *list(prefix = '') {
      await happens('list');
      const keys = [...files.keys()].filter((key) => key.startsWith(`${prefix}/`)).sort();
      for (const key of keys) yield await Promise.resolve({ key, bytes: files.get(key)?.bytes.length ?? 0 });
    },
    stat: (key: string) =>
      Promise.resolve({ bytes: 0, contentType: '', modifiedAt: files.get(key)?.at ?? new Date(0) }),
    removePrefix: (prefix: string) => {
      for (const key of files.keys()) if (key.startsWith(`${prefix}/`)) files.delete(key);
      return Promise.resolve();
    },
  };
  const isIn = { now: true };
  const upload = async (requests: AsyncIterable<UploadDocumentRequest>): Promise<DocumentRow> => {
    await happens('upload');
    const parts: Buffer[] = [];
    for await (const { part } of requests) if (part?.$case === 'chunk') parts.push(part.value);
    const bytes = Buffer.concat(parts);
    const uploadedBy = context.actor.sub;
    const row = {
      _id: target.id,
      projectId: target.projectId,
      uploadedBy,
      fileSize: bytes.length,
      sha256: hashOf(bytes),
    };
    documents.set(target.id, row as DocumentRow);
    return row as DocumentRow;
  };
  const options = {
    repository: { find: (id: string) => Promise.resolve(documents.get(id) ?? null) },
    access: { require: () => Promise.resolve('editor') },
    stillMay: () => (isIn.now ? Promise.resolve() : Promise.reject(notFound('Project'))),
    blobs,
    uploads: { upload },
    clock,
    log: context.log,
  };
  const parts = createUploadParts(options as unknown as UploadPartsDeps);
  const add = (offset: number, bytes: Buffer, by = context) =>
    parts.add(
      (async function* () {
        yield await Promise.resolve({ part: { $case: 'header' as const, value: { ...target, offset } } });
        yield { part: { $case: 'chunk' as const, value: bytes } };
      })(),
      by,
    );
  const finish = (changes: { size?: number; sha256?: string } = {}, by = context) =>
    parts.finish(
      { ...target, fileName: 'a.pdf', category: '', size: FILE.length, sha256: hashOf(FILE), ...changes },
      by,
    );
  return { parts, add, finish, files, target, clock, documents, isIn, before };
}

describe('a file sent in parts (DOC-16, DOC-26)', () => {
  it('resumes after an interruption, and becomes a document', async () => {
    const { parts, add, finish, files, target } = setUp();
    expect(await parts.status(target, context)).toEqual({ offset: 0 });
    expect(await add(0, FILE.subarray(0, 20))).toBe(20);
    expect(await parts.status(target, context)).toEqual({ offset: 20 });
    // retry of a part after a lost response
    expect(await add(0, FILE.subarray(0, 20))).toBe(20);
    expect(await add(20, FILE.subarray(20))).toBe(FILE.length);
    const made = await finish();
    expect(made.sha256).toBe(hashOf(FILE));
    expect([...files.keys()]).toEqual([]);
    expect(await finish()).toBe(made);
    expect(await parts.status(target, context)).toEqual({ offset: FILE.length, document: made });
  });

  it.each(['list', 'upload'] as const)(
    'is one document, without an error, when completed twice concurrently: the first call took the parts (before %s)',
    async (step) => {
      const { add, finish, files, before, documents } = setUp();
      await add(0, FILE);
      before[step] = () => finish();
      const made = await finish();
      expect(made.sha256).toBe(hashOf(FILE));
      expect([documents.size, files.size]).toEqual([1, 0]);
    },
  );

  it('does not return the document of a concurrent completion to a removed member', async () => {
    const { add, finish, before, isIn } = setUp();
    await add(0, FILE);
    before.upload = async () => {
      await finish();
      isIn.now = false;
    };
    await expect(finish()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused when a concurrent completion made another file of its id', async () => {
    const { add, finish, before, target, documents } = setUp();
    await add(0, FILE);
    before.list = () => {
      const uploadedBy = context.actor.sub;
      documents.set(target.id, {
        _id: target.id,
        projectId: target.projectId,
        uploadedBy,
        sha256: 'other',
      } as DocumentRow);
      return Promise.resolve();
    };
    await expect(finish({ size: FILE.length + 1 })).rejects.toMatchObject({ reason: 'upload_offset' });
  });

  it('is not acknowledged to a member removed while a part was sent', async () => {
    const { add, isIn } = setUp();
    expect(await add(0, FILE.subarray(0, 20))).toBe(20);
    isIn.now = false;
    await expect(add(20, FILE.subarray(20))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reports the expected offset, and is no document while bytes are missing', async () => {
    const { add, finish, documents } = setUp();
    await add(0, FILE.subarray(0, 20));
    await expect(add(30, FILE.subarray(30))).rejects.toMatchObject({ code: 'ABORTED', reason: 'upload_offset' });
    await expect(finish()).rejects.toMatchObject({
      reason: 'upload_offset',
      message: '20 bytes of this file have arrived. Go on from there.',
    });
    expect(documents.size).toBe(0);
  });

  it('is refused with its first part unless a PDF (DOC-15)', async () => {
    const { add, files } = setUp();
    await expect(add(0, Buffer.from('a letter'))).rejects.toThrow('File type text/plain is not supported');
    expect(files.size).toBe(0);
  });

  it('that changed between its parts is refused, and starts again', async () => {
    const { parts, add, finish, documents, target } = setUp();
    await add(0, FILE.subarray(0, 20));
    await add(20, Buffer.alloc(FILE.length - 20, 'y'));
    await expect(finish()).rejects.toMatchObject({ reason: 'upload_differs' });
    expect(documents.size).toBe(0);
    expect(await parts.status(target, context)).toEqual({ offset: 0 });
  });

  it('of 200 MB or more is refused before it is stored (DOC-13, CONST-01)', async () => {
    const { parts, files, target } = setUp();
    const size = 209_715_200;
    files.set(partKey(partsPrefix(target), context.actor.sub, 0), {
      bytes: { length: size } as Buffer,
      at: new Date(),
    });
    const more = (async function* () {
      yield await Promise.resolve({ part: { $case: 'header' as const, value: { ...target, offset: size } } });
    })();
    await expect(parts.add(more, context)).rejects.toThrow('File size must be less than 200 MB');
  });

  it.each([
    ['under 200 MB is taken to its last byte', 209_715_199, true],
    ['of exactly 200 MB is refused with its last part', 209_715_200, false],
  ])('%s (DOC-13, CONST-01)', async (_, size, isTaken) => {
    const { add, files, target } = setUp();
    files.set(partKey(partsPrefix(target), context.actor.sub, 0), {
      bytes: { length: size - 20 } as Buffer,
      at: new Date(),
    });
    const last = add(size - 20, Buffer.alloc(20, 'x'));
    if (isTaken) expect(await last).toBe(size);
    else await expect(last).rejects.toThrow('File size must be less than 200 MB');
  });

  it('belongs to the user who began it, in any session, and is not found by other editors', async () => {
    const { parts, add, finish, files, target } = setUp();
    const other = { ...context, actor: person({ sub: newId() }) };
    const anotherSession = { ...context, requestId: 'r2', actor: { ...context.actor } };
    const isHidden = async () => {
      for (const call of [
        () => parts.status(target, other),
        () => add(0, FILE, other),
        () => add(20, FILE.subarray(20), other),
        () => finish({}, other),
        () => parts.discard(target, other),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Upload not found' });
    };
    await add(0, FILE.subarray(0, 20));
    await isHidden();
    expect(await parts.status(target, anotherSession)).toEqual({ offset: 20 });
    await add(20, FILE.subarray(20), anotherSession);
    await finish({}, anotherSession);
    await expect(parts.status(target, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(finish({}, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(files.size).toBe(0);
  });

  it('starts again if an older version stored a part without its user', async () => {
    const { parts, add, finish, files, target } = setUp();
    files.set(`${partsPrefix(target)}/000000000000.part`, { bytes: FILE.subarray(0, 20), at: new Date() });
    expect(await parts.status(target, context)).toEqual({ offset: 0 });
    await add(0, FILE);
    await finish();
    expect(files.size).toBe(0);
  });

  it('separates the bytes of two users who began it concurrently', async () => {
    const { add, finish, files, target, before } = setUp();
    const other = { ...context, actor: person({ sub: newId() }) };
    before.list = () => {
      files.set(partKey(partsPrefix(target), other.actor.sub, 0), {
        bytes: Buffer.from('%PDF-1.7 other'),
        at: new Date(),
      });
      return Promise.resolve();
    };
    await expect(add(0, FILE)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    files.set(partKey(partsPrefix(target), context.actor.sub, 0), { bytes: FILE, at: new Date() });
    expect((await finish()).sha256).toBe(hashOf(FILE));
  });

  it('is discarded by its uploader, or after a week without progress', async () => {
    const { parts, add, files, target, clock } = setUp();
    await add(0, FILE.subarray(0, 20));
    await parts.discard(target, context);
    expect(files.size).toBe(0);
    await add(0, FILE.subarray(0, 20));
    clock.advance(6 * 24 * 3_600_000);
    await parts.sweep();
    expect([...files.keys()]).toEqual([`${partsPrefix(target)}/${context.actor.sub}/000000000000.part`]);
    clock.advance(2 * 24 * 3_600_000);
    await parts.sweep();
    expect(files.size).toBe(0);
  });

  it.each([
    [{ id: 'mine' }, 'id must be a UUID'],
    [{ projectId: '' }, 'project_id is required'],
  ])('names the error: %j', async (changes, message) => {
    const { parts, target } = setUp();
    const call = parts.status({ ...target, ...changes }, context);
    await expect(call).rejects.toBeInstanceOf(AppError);
    await expect(call).rejects.toMatchObject({ fields: { [message.split(' ')[0] ?? '']: message } });
  });
});
