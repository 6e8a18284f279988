import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { canonicalJson, evidenceHash, sha256Of } from './canonical.js';
import { composeReport } from './compose.js';
import { downloadName } from './download-name.js';
import type { Evidence } from './evidence.js';
import type { Manifest } from './manifest.js';
import type { ComposeProgress } from './options.js';
import { temporaryFolders } from './testing/folders.js';
import { sampleEvidence, samplePrevious } from './testing/sample-evidence.js';
import { samplePictures } from './testing/sample-pictures.js';
import { readPdf } from './verify/read-pdf.js';
import { verifyReport } from './verify/verify-report.js';

const folders = temporaryFolders();
afterAll(folders.remove);

/** Ed25519 in PKCS #8, of a seed of equal bytes. */
const keyOf = (byte: number) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, byte)]),
    ...{ format: 'der', type: 'pkcs8' },
  });
const publicKeyOf = (byte: number): string =>
  createPublicKey(keyOf(byte)).export({ type: 'spki', format: 'der' }).toString('base64');

const evidence = sampleEvidence();
const seen: ComposeProgress[] = [];
let delivered: string;
let manifest: Manifest;

beforeAll(async () => {
  delivered = await folders.create();
  await writeFile(path.join(delivered, 'left-from-an-interrupted-run.txt'), '');
  manifest = await composeReport({
    ...{ evidence, previous: samplePrevious(), pictures: samplePictures, out: delivered, signingKey: keyOf(1) },
    onProgress: (progress) => seen.push(progress),
  });
});

describe('a composed report', () => {
  it('has evidence, figures, photographs, PDF and DOCX, each with its hash in the manifest', () => {
    const files = [
      'evidence.json',
      'report.pdf',
      'report.docx',
      'figures/figure-007.jpg',
      'photographs/photograph-003.jpg',
    ];
    expect(manifest.files.map((file) => file.path)).toEqual(expect.arrayContaining(files));
    expect(manifest).toMatchObject({ evidence_sha256: evidenceHash(evidence), version: { number: 3 } });
    expect(manifest.figures.map(({ number, reviewed, print_dpi: dpi }) => [number, reviewed, dpi])).toEqual([
      ...[2, 3, 4, 5].map((number) => [number, true, 300]),
      ...[6, 7].map((number) => [number, false, 300]),
    ]);
    expect(manifest.site_plan).toMatchObject({ number: 1, file: 'figures/figure-001.jpg' });
    expect([...new Set(seen.map(({ step }) => step))]).toEqual(['figures', 'photographs', 'pdf', 'docx', 'manifest']);
  });

  it('has the same bytes in another process, folder and time zone', async () => {
    const other = path.join(await folders.create(), 'other');
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const program = fileURLToPath(new URL('./testing/compose-main.ts', import.meta.url));
    await promisify(execFile)(process.execPath, ['--import', tsx, program, other], {
      ...{
        cwd: path.dirname(other),
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TZ: 'Pacific/Auckland' },
      },
    });
    const hashes = async (folder: string) =>
      Promise.all(
        manifest.files.map(async (file) => [file.path, sha256Of(await readFile(path.join(folder, file.path)))]),
      );
    expect(await hashes(other)).toEqual(await hashes(delivered));
    expect(await readFile(path.join(other, 'manifest.json'), 'utf8')).toBe(canonicalJson(manifest));
  });

  it('holds against its evidence, and against the key that signed it', async () => {
    expect(await verifyReport(delivered, { publicKey: publicKeyOf(1) })).toEqual([]);
  });
});

it('breaks a row of a table that is longer than a page, so that no text is below its page', async () => {
  // as locked before plans had streets
  const { streets: _, street_files: __, ...long } = sampleEvidence();
  const reasons = Array.from({ length: 300 }, (_, at) => `Reason ${at} of the decision.`);
  for (const { disposition } of long.records?.hits ?? []) if (disposition) disposition.reason = reasons.join(' ');
  const out = await folders.create();
  await composeReport({ evidence: { ...long, figures: [], photographs: [] }, pictures: samplePictures, out });
  const { pages } = await readPdf(await readFile(path.join(out, 'report.pdf')));
  const withReasons = pages.filter(({ text }) => text.includes('ofthedecision.Reason'));
  expect(withReasons.length).toBeGreaterThan(1);
  expect(await verifyReport(out)).toEqual([]);
});

it('refuses a photograph that is not the file of the evidence', async () => {
  const pictures = { ...samplePictures, photograph: () => samplePictures.photograph('02') };
  const composed = composeReport({ evidence, pictures, out: await folders.create() });
  await expect(composed).rejects.toThrow('Photograph 1 is not the file that the evidence names.');
});

it('stops when its caller no longer wants the report', async () => {
  const signal = AbortSignal.abort(new Error('The version was withdrawn.'));
  const composed = composeReport({ ...{ evidence, pictures: samplePictures, signal }, out: await folders.create() });
  await expect(composed).rejects.toThrow('The version was withdrawn.');
});

type Damage = (folder: string) => Promise<void>;

const change = async (folder: string, file: string, edit: (bytes: Buffer) => Uint8Array): Promise<void> =>
  writeFile(path.join(folder, file), edit(await readFile(path.join(folder, file))));

const flipBit = (at: (bytes: Buffer) => number) => (bytes: Buffer) => {
  const place = at(bytes);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
};

const evidenceDamage =
  (edit: (value: Evidence) => void): Damage =>
  (folder) =>
    change(folder, 'evidence.json', (bytes) => {
      const value = JSON.parse(bytes.toString()) as Evidence;
      edit(value);
      return Buffer.from(canonicalJson(value));
    });

/** Makes the manifest fit the damaged folder, as a forger without the key would. */
async function reseal(folder: string): Promise<void> {
  const forged = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
  for (const file of forged.files) file.sha256 = sha256Of(await readFile(path.join(folder, file.path)));
  forged.evidence_sha256 = sha256Of(await readFile(path.join(folder, 'evidence.json')));
  await writeFile(path.join(folder, 'manifest.json'), canonicalJson(forged));
  await rm(path.join(folder, 'manifest.signature.json'));
}

async function damaged(damage: Damage): Promise<string> {
  const folder = await folders.create();
  await cp(delivered, folder, { recursive: true });
  await damage(folder);
  return folder;
}

const codesOf = async (folder: string, publicKey?: string): Promise<string[]> => [
  ...new Set((await verifyReport(folder, publicKey === undefined ? {} : { publicKey })).map(({ code }) => code)),
];

it.each<[string, Damage, string]>([
  [
    'one bit of a photograph',
    (folder) =>
      change(
        folder,
        'photographs/photograph-001.jpg',
        flipBit(() => 900),
      ),
    'file_changed',
  ],
  ['a missing figure', (folder) => rm(path.join(folder, 'figures/figure-001.jpg')), 'file_missing'],
  ['another file', (folder) => writeFile(path.join(folder, 'letter.txt'), 'x'), 'file_unknown'],
  ['an addition to the evidence', (folder) => appendFile(path.join(folder, 'evidence.json'), ' '), 'evidence_changed'],
  [
    'another word in the manifest',
    (folder) => change(folder, 'manifest.json', (bytes) => Buffer.from(bytes.toString().replace('00042', '00043'))),
    'signature_wrong',
  ],
])('verification finds %s', async (_, damage, code) => {
  expect(await codesOf(await damaged(damage))).toContain(code);
});

/** Named as a browser saves them, without folders. */
async function downloads(): Promise<string> {
  const folder = await folders.create();
  for (const file of [...manifest.files.map((one) => one.path), 'manifest.json', 'manifest.signature.json'])
    await cp(path.join(delivered, file), path.join(folder, downloadName(file, manifest.version.number)));
  return folder;
}

it('verification takes downloads as they come', async () => {
  const folder = await downloads();
  expect(await verifyReport(folder, { publicKey: publicKeyOf(1) })).toEqual([]);
  await appendFile(path.join(folder, 'report-v3.docx'), ' ');
  await rm(path.join(folder, 'figure-001.jpg'));
  await writeFile(path.join(folder, 'report-v2.pdf'), 'of another version');
  expect((await verifyReport(folder)).map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'report.docx is not the file of the manifest.',
      'figures/figure-001.jpg is missing.',
      'report-v2.pdf is not in the manifest.',
    ]),
  );
});

it('verification finds another key, and a missing signature', async () => {
  expect(await codesOf(delivered, publicKeyOf(2))).toEqual(['signature_wrong']);
  expect(await codesOf(await damaged(reseal), publicKeyOf(1))).toEqual(['signature_missing']);
});

const figureBytes = (folder: string): Promise<Buffer> => readFile(path.join(folder, 'figures/figure-002.jpg'));

it.each<[string, Damage, string]>([
  [
    'one bit of a figure in the PDF',
    async (folder) => {
      const figure = await figureBytes(folder);
      await change(
        folder,
        'report.pdf',
        flipBit((bytes) => bytes.indexOf(figure) + 2_000),
      );
    },
    'picture_missing',
  ],
  [
    'another figure',
    (folder) =>
      change(folder, 'manifest.json', (bytes) =>
        Buffer.from(bytes.toString().replace(manifest.figures[0]?.sha256 ?? '', '0'.repeat(64))),
      ),
    'picture_missing',
  ],
  [
    'another site plan',
    (folder) =>
      change(folder, 'manifest.json', (bytes) =>
        Buffer.from(bytes.toString().replaceAll(manifest.site_plan?.sha256 ?? '', '0'.repeat(64))),
      ),
    'picture_missing',
  ],
  [
    'a mention with other words',
    evidenceDamage((value) =>
      Object.assign(value.mentions[0] ?? {}, { narrative: 'The retort house was never here.' }),
    ),
    'sentence_missing',
  ],
  [
    'a figure of a mark that lost its review',
    evidenceDamage((value) => Object.assign(value.annotations[0] ?? {}, { reviewed: false })),
    'unreviewed_shown',
  ],
  [
    'a finding on a mention that lost its review',
    evidenceDamage((value) => Object.assign(value.mentions[0] ?? {}, { reviewed: false })),
    'unreviewed_shown',
  ],
  [
    'a source with another hash',
    evidenceDamage((value) => Object.assign(value.documents[0] ?? {}, { sha256: 'f'.repeat(64) })),
    'source_missing',
  ],
  [
    'a link to another mark',
    (folder) =>
      change(folder, 'manifest.json', (bytes) =>
        Buffer.from(
          bytes.toString().replace(manifest.figures[3]?.annotation_id ?? '', 'aaaaaaaa-0000-4000-8000-000000000009'),
        ),
      ),
    'link_missing',
  ],
  [
    'another word in the DOCX',
    (folder) =>
      change(folder, 'report.docx', (bytes) => {
        const files = unzipSync(bytes);
        const text = strFromU8(files['word/document.xml'] ?? new Uint8Array()).replaceAll(
          'is not dated',
          'is now dated',
        );
        return zipSync({ ...files, 'word/document.xml': strToU8(text) });
      }),
    'sentence_missing',
  ],
])('verification finds %s, also with a manifest that fits', async (_, damage, code) => {
  const folder = await damaged(damage);
  await reseal(folder);
  const codes = await codesOf(folder);
  expect(codes).toContain(code);
  expect(codes).not.toContain('file_changed');
});
