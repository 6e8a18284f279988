import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES, partsOfList } from '@symbio/agency-lists';
import { BlobError, partKey } from '@symbio/blobs';
import { DataSet } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import { createLogger, newId } from '@symbio/runtime';
import { administrator, TestClock } from '@symbio/runtime/testing';
import { createListUploads, type ListUploadsDeps } from './list-uploads.js';

const DAY_MS = 24 * 3_600_000;
const context: CallContext = {
  ...{ actor: administrator(), token: '', signal: new AbortController().signal, requestId: 'r' },
  ...{ deadline: new Date(Date.now() + 10_000), log: createLogger({ name: 'test', level: 'silent' }) },
};

function setUp() {
  const clock = new TestClock();
  const files = new Map<string, { bytes: number; at: Date }>();
  const target = { id: newId(), dataSetId: newId() };
  const blobs = {
    async put(key: string, body: Readable, { maxBytes = Infinity }: { maxBytes?: number }) {
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
      if (bytes > maxBytes) throw new BlobError('too_large', 'large');
      files.set(key, { bytes, at: clock.now() });
      return { bytes, sha256: '' };
    },
    async *list(prefix: string) {
      for (const [key, { bytes }] of [...files].filter(([each]) => each.startsWith(`${prefix}/`)))
        yield await Promise.resolve({ key, bytes });
    },
    stat: (key: string) => Promise.resolve({ bytes: 0, contentType: '', modifiedAt: files.get(key)?.at }),
    removePrefix: (prefix: string) => {
      for (const key of files.keys()) if (key.startsWith(`${prefix}/`)) files.delete(key);
      return Promise.resolve();
    },
  };
  const dataSets = { get: () => Promise.resolve(DataSet.fromPartial({ id: target.dataSetId })) };
  const options = { dataSets, blobs, clock, log: context.log };
  const uploads = createListUploads(options as unknown as ListUploadsDeps);
  const add = (offset: number, text: string) =>
    uploads.addPart(
      (async function* () {
        yield await Promise.resolve({ part: { $case: 'header' as const, value: { ...target, offset } } });
        if (text !== '') yield { part: { $case: 'chunk' as const, value: Buffer.from(text) } };
      })(),
      context,
    );
  const key = partKey(`${partsOfList(target.dataSetId)}/${target.id}`, context.actor.sub, 0);
  return { uploads, add, files, target, clock, key };
}

describe('a file of a list in parts (issue 40)', () => {
  it('is removed after a day without progress', async () => {
    const { uploads, add, files, clock, target } = setUp();
    await add(0, 'Key,Caption\n');
    clock.advance(DAY_MS - 1);
    await add(12, '1,Corner\n');
    clock.advance(DAY_MS - 1);
    await uploads.sweep();
    expect(await uploads.status(target, context)).toEqual({ offset: 21 });
    clock.advance(1);
    await uploads.sweep();
    expect(files.size).toBe(0);
    expect(await uploads.status(target, context)).toEqual({ offset: 0 });
  });

  it('of more than 4 GB is refused with the part that is too much', async () => {
    const { add, files, key, clock } = setUp();
    files.set(key, { bytes: MAX_FILE_BYTES - 5, at: clock.now() });
    const offset = MAX_FILE_BYTES - 5;
    const sentence = 'A list can have at most 4 GB. Send it as a zip.';
    await expect(add(offset, 'longer')).rejects.toMatchObject({ code: 'OUT_OF_RANGE', message: sentence });
    expect(await add(offset, 'short')).toBe(MAX_FILE_BYTES);
  });

  it.each([
    ['an empty file', 0, '', 'The file is empty. Choose another one.'],
    ['a gap', 5, 'later', '0 bytes of this file have arrived. Go on from there.'],
    ['a negative offset', -1, 'x', 'offset must be a number of bytes'],
  ])('is refused for %s', async (_name, offset, text, message) => {
    const { add, files } = setUp();
    await expect(add(offset, text)).rejects.toMatchObject(offset < 0 ? { fields: { offset: message } } : { message });
    expect(files.size).toBe(0);
  });
});
