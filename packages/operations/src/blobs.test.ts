import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBlobStore, type BlobStore } from '@symbio/blobs';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { blobs } from './blobs.js';

let root: string;
let from: BlobStore;
let to: BlobStore;
const folder = (name: string): string => path.join(root, name);
const urlOf = (name: string): string => pathToFileURL(folder(name)).href;

eachInFolder((made) => (root = made));
beforeEach(async () => {
  from = await openBlobStore(urlOf('from'), { secret: 'x' });
  to = await openBlobStore(urlOf('to'), { secret: 'x' });
  await from.prepare();
  const keys = ['projects/p1/documents/d1/original.pdf', 'projects/p1/documents/d10/original.pdf', 'issues/i-1.png'];
  await Promise.all(keys.map((key) => from.put(key, Buffer.from(key), { contentType: 'application/pdf' })));
});

async function run(args: string[], signal = new AbortController().signal) {
  const lines: string[] = [];
  const context = { env: {}, print: (line: string) => lines.push(line), say: () => undefined, signal };
  const code = await blobs.run(args, context).catch((error: Error & { exitCode?: number }) => {
    lines.push(error.message);
    return error.exitCode;
  });
  return { code, text: lines.join('\n') };
}

it('copies missing blobs to the other store, with their types, and can be repeated', async () => {
  const first = await run(['copy', urlOf('from'), urlOf('to')]);
  expect(first.text).toMatch(/^3 copied \(\d+ bytes\), 0 left out, in \d+ s$/);
  expect(first.code).toBe(0);
  expect(await to.stat('issues/i-1.png')).toMatchObject({ bytes: 14, contentType: 'application/pdf' });
  await from.put('issues/i-2.png', Buffer.from('later'), { contentType: 'image/png' });
  const again = await run(['copy', urlOf('from'), urlOf('to'), '--parallel', '1']);
  expect(again.text).toMatch(/1 copied \(5 bytes\)/);
  expect(again.text).toMatch(/3 were there already/);
  expect(again.code).toBe(0);
  expect(await run(['verify', urlOf('from'), urlOf('to')])).toMatchObject({ code: 0 });
});

it('reports what it skipped and why, and does not overwrite', async () => {
  await to.prepare();
  await to.put('issues/i-1.png', Buffer.from('another'), { contentType: 'image/png' });
  const { code, text } = await run(['copy', urlOf('from'), urlOf('to')]);
  expect(text).toContain(
    'left out issues/i-1.png: it has 14 bytes here and 7 there, and what is stored is never overwritten',
  );
  expect(text).toMatch(/2 copied .*1 left out/);
  expect(code).toBe(1);
  expect(readFileSync(path.join(folder('to'), 'issues/i-1.png'), 'utf8')).toBe('another');
});

it('detects a missing blob, and one that differs in a byte', async () => {
  await run(['copy', urlOf('from'), urlOf('to')]);
  writeFileSync(path.join(folder('to'), 'issues/i-1.png'), 'issues/i-2.png');
  await to.remove('projects/p1/documents/d10/original.pdf');
  const { code, text } = await run(['verify', urlOf('from'), urlOf('to')]);
  expect(code).toBe(1);
  expect(text).toMatch(/left out issues\/i-1\.png: its SHA-256 is [0-9a-f]{64} here and [0-9a-f]{64} there/);
  expect(text).toContain('left out projects/p1/documents/d10/original.pdf: the other store does not have it');
  expect(text).toMatch(/1 are the same .*2 left out/);
  expect(await run(['verify', urlOf('to')])).toMatchObject({ code: 0 });
});

it('removes blobs missing in the source only on request', async () => {
  await run(['copy', urlOf('from'), urlOf('to')]);
  await from.remove('issues/i-1.png');
  expect((await run(['copy', urlOf('from'), urlOf('to')])).text).toMatch(/1 only in the other store/);
  expect(await to.exists('issues/i-1.png')).toBe(true);
  expect((await run(['copy', '--prune', urlOf('from'), urlOf('to')])).text).toMatch(/1 removed from the other store/);
  expect(await to.exists('issues/i-1.png')).toBe(false);
});

it('continues after an interruption', async () => {
  const stopped = AbortSignal.abort();
  expect(await run(['copy', urlOf('from'), urlOf('to')], stopped)).toMatchObject({
    code: 1,
    text: expect.stringContaining('Broken off; the same command goes on from there.') as string,
  });
  expect(await run(['copy', urlOf('from'), urlOf('to')])).toMatchObject({ code: 0 });
});

it.each([
  [[], 2, 'blobs copy FROM TO'],
  [['copy', 'file:///a'], 2, 'blobs copy FROM TO'],
  [['copy', '/a', 'file:///b'], 2, '/a must be file:///folder or s3://bucket/prefix?region=….'],
  [['copy', 'file:///nowhere-at-all', 'file:///b', '--parallel', '0'], 2, '--parallel is a whole number from 1 to 64.'],
  [['verify', 'file:///nowhere-at-all'], 1, 'The folder /nowhere-at-all of the blob store does not exist.'],
])('%j ends with %d and a sentence', async (args, code, sentence) => {
  const result = await run(args);
  expect(result.text).toContain(sentence);
  expect(result.code).toBe(code);
});
