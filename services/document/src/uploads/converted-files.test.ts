import { Semaphore } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BlobError } from '@symbio/blobs';
import { ConversionFailure } from '@symbio/page-engine/conversion';
import { createStoreConverted, type ConvertedUpload, type StoreConvertedDeps } from './converted-files.js';
import { ReceivedBytes } from '../files/scratch.js';
import { createFingerprint } from './upload-values.js';

const SENT = Buffer.from('a picture');
const MADE = Buffer.from('%PDF-1.7 made');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const FOLDER = 'projects/p/documents/d';

function store(
  files = new Map<string, Buffer>(),
  convert?: StoreConvertedDeps['convert'],
  received = new ReceivedBytes(1_000),
) {
  const blobs: StoreConvertedDeps['blobs'] = {
    async putFile(key, file) {
      if (files.has(key)) throw new BlobError('exists', 'A stored file is never overwritten.');
      const bytes = await readFile(file);
      files.set(key, bytes);
      return { bytes: bytes.length };
    },
    createReadStream: (key) =>
      Promise.resolve(Readable.from([files.get(key) ?? Buffer.alloc(0)], { objectMode: false })),
  };
  const makePdf: StoreConvertedDeps['convert'] = async ({ file, type, pdf }) => {
    expect([await readFile(file), type]).toEqual([SENT, 'tiff']);
    await writeFile(pdf, MADE);
    return { pages: 1, notices: [] };
  };
  return {
    files,
    storeConverted: createStoreConverted({
      ...{ blobs, received, semaphore: new Semaphore(1) },
      convert: convert ?? makePdf,
    }),
  };
}

function upload(id = 'd'): ConvertedUpload {
  const sent = createFingerprint();
  async function* body() {
    sent.add(SENT);
    yield await Promise.resolve(SENT);
  }
  const header = { id, projectId: 'p', fileName: 'sheet.tif', category: undefined };
  const { signal } = new AbortController();
  return { header, type: 'tiff', body: Readable.from(body(), { objectMode: false }), sent, signal };
}

it('keeps the file as sent beside the PDF made of it, with both hashes', async () => {
  const { storeConverted, files } = store();
  expect(await storeConverted(upload())).toEqual({
    bytes: MADE.length,
    sha256: sha256(SENT),
    notices: [],
    original: {
      mimeType: 'image/tiff',
      fileSize: SENT.length,
      filePath: `${FOLDER}/source.tif`,
      pdfSha256: sha256(MADE),
    },
  });
  expect(Object.fromEntries(files)).toEqual({ [`${FOLDER}/source.tif`]: SENT, [`${FOLDER}/original.pdf`]: MADE });
});

it('adopts equal files of an upload that died before its record, and no others', async () => {
  const { storeConverted, files } = store();
  await storeConverted(upload());
  expect(await storeConverted(upload())).toMatchObject({ sha256: sha256(SENT) });
  files.set(`${FOLDER}/source.tif`, Buffer.from('another'));
  await expect(storeConverted(upload())).rejects.toMatchObject({ reason: 'id_taken' });
});

it('refuses a bad file with its sentence; a fault of the machine may be retried', async () => {
  const failing = (reason: 'nested_zip' | 'crashed') =>
    store(new Map(), () => Promise.reject(new ConversionFailure(reason, 'A sentence.'))).storeConverted(upload());
  const refusal = { reason: 'nested_zip', message: 'A sentence.' };
  await expect(failing('nested_zip')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', ...refusal });
  await expect(failing('crashed')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('refuses what scratch space has no room for, until the uploads before are stored', async () => {
  const waiting: (() => void)[] = [];
  const convert: StoreConvertedDeps['convert'] = async ({ pdf }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await writeFile(pdf, MADE);
    return { pages: 1, notices: [] };
  };
  const { storeConverted } = store(new Map(), convert, new ReceivedBytes(SENT.length));
  const first = storeConverted(upload('a'));
  await eventually(() => expect(waiting).toHaveLength(1));
  await expect(storeConverted(upload('b'))).rejects.toMatchObject({
    ...{ code: 'UNAVAILABLE', reason: 'too_many_files_at_once' },
  });
  waiting.pop()?.();
  await first;
  const second = storeConverted(upload('b'));
  await eventually(() => expect(waiting).toHaveLength(1));
  waiting.pop()?.();
  expect(await second).toMatchObject({ sha256: sha256(SENT) });
});

it('converts the next file when the PDF of the one before is stored', async () => {
  const files = new Map<string, Buffer>();
  const stored: number[] = [];
  const convert: StoreConvertedDeps['convert'] = async ({ pdf }) => {
    stored.push(files.size);
    await writeFile(pdf, MADE);
    return { pages: 1, notices: [] };
  };
  const { storeConverted } = store(files, convert);
  await Promise.all([storeConverted(upload('a')), storeConverted(upload('b'))]);
  expect(stored).toEqual([0, 2]);
});
