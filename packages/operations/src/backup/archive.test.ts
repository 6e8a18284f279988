import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { BLOB_DATA, FORMAT, HEAD_NAME, isLater, type Manifest } from './archive-format.js';
import { contentOf, entriesOf, verifyArchive, type ArchiveSource } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { encrypt } from './encryption.js';
import { checkArchive } from './restore-command.js';

const PASSPHRASE = 'a-passphrase-for-tests';
const HEAD = { format: FORMAT, product: '0.2.0', startedAt: '2026-01-02T03:04:05.000Z' };
const BLOB = 'projects/p/documents/d/original.pdf';

const sourceOf = (bytes: Buffer): ArchiveSource => ({
  name: 'a.tar',
  open: () =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
      })(),
    ),
});
const verified = (bytes: Buffer, passphrase?: string): Promise<Manifest> =>
  verifyArchive(sourceOf(bytes), { passphrase }, () => undefined);

async function archive(head: object = HEAD, blobs = 2): Promise<Buffer> {
  const writer = new ArchiveWriter(new Date(0));
  const bytes = buffer(Readable.from(writer.bytes()));
  await writer.add(HEAD_NAME, Buffer.from(JSON.stringify(head)));
  const large = Buffer.alloc(300_000, 'tile');
  const lines = [
    {
      ...{ key: BLOB, bytes: 4, contentType: 'application/pdf' },
      sha256: await writer.addBlob(`${BLOB_DATA}${BLOB}`, Buffer.from('%PDF'), 4, 'application/pdf'),
    },
    {
      ...{ key: 'b', bytes: large.length, contentType: 'image/tiff' },
      sha256: await writer.addBlob(`${BLOB_DATA}b`, Readable.from([large]), large.length, 'image/tiff'),
    },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writer.addCompressed('blobs/000001.jsonl.gz', Buffer.from(text));
  await writer.addCompressed('databases/project/projects/000001.bson.gz', Buffer.alloc(5000, 1));
  await writer.finish({
    ...HEAD,
    ...{
      endedAt: HEAD.startedAt,
      hasBlobs: true,
      blobs,
      blobBytes: 300_004,
      collections: [],
      messages: {},
      accounts: [],
    },
  });
  return bytes;
}

describe('an archive of Symbio 0.2.0, encrypted by Node', () => {
  it('is readable', async () => {
    const file = fs.readFileSync(path.resolve(import.meta.dirname, '../../test/data/symbio-0.2.0.tar.age'));
    expect(await verified(file, PASSPHRASE)).toMatchObject({ product: '0.2.0', collections: [{ service: 'issue' }] });
  });
});

describe('an archive', () => {
  it('is checked before a restore deletes anything: it exists, is an archive and can be decrypted', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-archive-'));
    const file = path.join(folder, 'a.tar');
    try {
      await expect(checkArchive(file, {})).rejects.toThrow('There is no file');
      const sealing = encrypt(sourceOf(await archive()).open(), { passphrase: PASSPHRASE, workFactor: 10 });
      fs.writeFileSync(file, await buffer(Readable.from(sealing)));
      await expect(checkArchive(file, { BACKUP_PASSPHRASE: PASSPHRASE })).resolves.toBeUndefined();
      await expect(checkArchive(file, { BACKUP_PASSPHRASE: `not ${PASSPHRASE}` })).rejects.toThrow('passphrase');
      fs.writeFileSync(file, 'no archive');
      await expect(checkArchive(file, {})).rejects.toThrow('a.tar is no backup of Symbio');
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is read as it was written, encrypted or not', async () => {
    const plain = await archive();
    const sealed = await buffer(
      Readable.from(encrypt(sourceOf(plain).open(), { passphrase: PASSPHRASE, workFactor: 10 })),
    );
    for (const bytes of [plain, sealed]) {
      const found: [string, string, number][] = [];
      for await (const entry of entriesOf(sourceOf(bytes), { passphrase: PASSPHRASE })) {
        const content = entry.name.endsWith('.gz') ? await contentOf(entry) : Buffer.alloc(entry.bytes);
        found.push([entry.name, entry.contentType, content.length]);
      }
      expect(found.slice(1, -1)).toEqual([
        [`${BLOB_DATA}${BLOB}`, 'application/pdf', 4],
        [`${BLOB_DATA}b`, 'image/tiff', 300_000],
        ['blobs/000001.jsonl.gz', '', expect.any(Number)],
        ['databases/project/projects/000001.bson.gz', '', 5000],
      ]);
      expect(await verified(bytes, PASSPHRASE)).toMatchObject({ blobs: 2, product: '0.2.0' });
    }
  });

  it('that is truncated is reported, wherever it ends', async () => {
    const bytes = await archive();
    const manifest = bytes.indexOf('manifest.json');
    for (const end of [manifest, manifest - 512, 200_000, 700, manifest + 600])
      await expect(verified(bytes.subarray(0, end))).rejects.toThrow('a.tar is cut off');
  });

  it('with any change is reported with the changed part', async () => {
    const bytes = await archive();
    const changed = (at: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
      return copy;
    };
    await expect(verified(changed(bytes.indexOf('%PDF')))).rejects.toThrow(`the file ${BLOB} is another one`);
    const rows = bytes.indexOf('databases/project/projects/000001') + 512;
    await expect(verified(changed(rows + 20))).rejects.toThrow('databases/project/projects/000001.bson.gz is changed');
    await expect(verified(await archive(HEAD, 3))).rejects.toThrow('it has 2 files and should have 3');
  });

  it('is refused with a later format, and other files are refused', async () => {
    await expect(verified(await archive({ ...HEAD, format: FORMAT + 1, product: '9.0.0' }))).rejects.toThrow(
      'written by a later version of Symbio (9.0.0)',
    );
    const others = ['hello', '', 'x'.repeat(2000)];
    for (const other of others.map((text) => Buffer.from(text)))
      await expect(verified(other)).rejects.toThrow('a.tar is no backup of Symbio');
    const tar = pack();
    tar.entry({ name: 'other' }, 'text');
    tar.finalize();
    await expect(verified(await buffer(Readable.from(tar)))).rejects.toThrow('a.tar is no backup of Symbio');
  });
});

it.each([
  ['0.10.0', '0.9.9', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.2.1', false],
  ['1.0', '0.99.99', true],
])('%s is later than %s: %s', (version, than, later) => {
  expect(isLater(version, than)).toBe(later);
});
