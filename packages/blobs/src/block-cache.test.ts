import { BlobError } from './blob-store.js';
import { BlockCache } from './block-cache.js';

const BYTES = Buffer.from('0123456789abcdefghij');

function cacheOf(options: { blockBytes: number; cacheBytes?: number }) {
  const fetched: string[] = [];
  const answer = { bytes: BYTES, isThere: true };
  const cache = new BlockCache(async (key, offset, length) => {
    fetched.push(`${key} ${offset}+${length}`);
    await Promise.resolve();
    if (!answer.isThere) throw new BlobError('not_found', 'There is no such file.');
    return answer.bytes.subarray(offset, offset + length);
  }, options);
  const read = async (offset: number, length: number, key = 'k'): Promise<string> =>
    (await cache.read(key, offset, length)).toString();
  return { cache, fetched, read, answer };
}

it('reads every range correctly, across blocks, to the end and beyond it', async () => {
  const { read } = cacheOf({ blockBytes: 7 });
  for (let offset = 0; offset < 24; offset++) {
    for (let length = 0; length < 30; length++) {
      expect(await read(offset, length)).toBe(BYTES.subarray(offset, offset + length).toString());
    }
  }
});

it('fetches a block once for concurrent readers', async () => {
  const { read, fetched } = cacheOf({ blockBytes: 10 });
  await Promise.all([read(0, 3), read(2, 3), read(8, 4)]);
  await read(15, 2);
  expect(fetched).toEqual(['k 0+10', 'k 10+10']);
});

it('keeps the most recently read blocks; whole reads are not cached', async () => {
  const { read, fetched } = cacheOf({ blockBytes: 2, cacheBytes: 2 * (2 + 256) });
  for (const offset of [0, 2, 4, 0]) await read(offset, 1);
  expect(fetched).toEqual(['k 0+2', 'k 2+2', 'k 4+2', 'k 0+2']);
  expect(await read(0, 20)).toBe(BYTES.toString());
  expect(fetched.at(-1)).toBe('k 0+20');
});

it('drops removed blobs, and caches nothing for missing ones', async () => {
  const { cache, read, answer, fetched } = cacheOf({ blockBytes: 10 });
  await read(0, 1, 'd/1/a');
  await read(0, 1, 'd/10/a');
  cache.dropPrefix('d/1/');
  answer.isThere = false;
  await expect(read(0, 1, 'd/1/a')).rejects.toMatchObject({ code: 'not_found' });
  expect(await read(0, 1, 'd/10/a')).toBe('0');
  cache.drop('d/10/a');
  await expect(read(0, 1, 'd/10/a')).rejects.toMatchObject({ code: 'not_found' });
  answer.isThere = true;
  expect(await read(0, 1, 'd/10/a')).toBe('0');
  expect(fetched).toHaveLength(5);
});

it('does not cache blocks fetched during a removal', async () => {
  const { cache, read, fetched } = cacheOf({ blockBytes: 10 });
  const reading = read(0, 1);
  cache.drop('k');
  await reading;
  await read(0, 1);
  expect(fetched).toHaveLength(2);
});

it('returns copies: a small part does not retain its block', async () => {
  const { cache } = cacheOf({ blockBytes: 10 });
  const part = await cache.read('k', 0, 4);
  part.fill('x');
  expect((await cache.read('k', 0, 4)).toString()).toBe('0123');
});
