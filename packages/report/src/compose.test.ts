import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { evidenceHash, sha256Of } from './canonical.js';
import { composeReport } from './compose.js';
import type { ComposeProgress } from './options.js';
import { temporaryFolders } from './testing/folders.js';
import { sampleEvidence } from './testing/sample-evidence.js';
import { samplePictures } from './testing/sample-pictures.js';

const folders = temporaryFolders();
afterAll(folders.remove);

const inOtherProcess = (out: string, timeZone: string): Promise<unknown> => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const program = fileURLToPath(new URL('./testing/compose-main.ts', import.meta.url));
  return promisify(execFile)(process.execPath, ['--import', tsx, program, out], {
    ...{ cwd: path.dirname(out), env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TZ: timeZone } },
  });
};

it('the same evidence gives the same bytes in another process, folder and time zone', async () => {
  const [here, there] = await Promise.all([folders.create(), folders.create()]);
  const manifest = await composeReport({ evidence: sampleEvidence(), pictures: samplePictures, out: here });
  await inOtherProcess(path.join(there, 'other'), 'Pacific/Auckland');
  const bytes = await readFile(path.join(here, 'manifest.json'));
  expect(bytes.equals(await readFile(path.join(there, 'other', 'manifest.json')))).toBe(true);
  for (const { path: file, sha256 } of manifest.files)
    expect([file, sha256Of(await readFile(path.join(there, 'other', file)))]).toEqual([file, sha256]);
});

it('writes evidence, figures, photographs and PDF, each with its hash in the manifest, and reports progress', async () => {
  const out = await folders.create();
  await writeFile(path.join(out, 'left-from-an-interrupted-run.txt'), '');
  const evidence = sampleEvidence();
  const seen: ComposeProgress[] = [];
  const manifest = await composeReport({
    ...{ evidence, out, pictures: samplePictures },
    onProgress: (one) => seen.push(one),
  });
  expect(manifest.files.map((file) => file.path)).toEqual(
    expect.arrayContaining(['evidence.json', 'report.pdf', 'figures/figure-006.jpg', 'photographs/photograph-003.jpg']),
  );
  expect(manifest).toMatchObject({ evidence_sha256: evidenceHash(evidence), version: { number: 3 } });
  expect(manifest.figures.map(({ number, reviewed, print_dpi: dpi }) => [number, reviewed, dpi])).toEqual([
    ...[1, 2, 3, 4].map((number) => [number, true, 300]),
    ...[5, 6].map((number) => [number, false, 300]),
  ]);
  expect(seen.map(({ step }) => step)).toEqual(expect.arrayContaining(['figures', 'photographs', 'pdf', 'manifest']));
  await expect(readFile(path.join(out, 'left-from-an-interrupted-run.txt'))).rejects.toThrow('ENOENT');
});

it('refuses a photograph that is not the file of the evidence', async () => {
  const pictures = { ...samplePictures, photograph: () => samplePictures.photograph('02') };
  const composed = composeReport({ evidence: sampleEvidence(), pictures, out: await folders.create() });
  await expect(composed).rejects.toThrow('Photograph 1 is not the file that the evidence names.');
});

it('stops when its caller no longer wants the report', async () => {
  const signal = AbortSignal.abort(new Error('The version was withdrawn.'));
  const composed = composeReport({
    ...{ evidence: sampleEvidence(), pictures: samplePictures, signal },
    out: await folders.create(),
  });
  await expect(composed).rejects.toThrow('The version was withdrawn.');
});
