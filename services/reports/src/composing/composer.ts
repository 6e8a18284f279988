/** Makes the files of waiting versions, one after the other; another process repeats an interrupted one. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import type { BlobStore } from '@symbio/blobs';
import type { DocumentServiceService } from '@symbio/proto/document';
import { reportVersionEvents } from '@symbio/proto/reports';
import { figuresOf, SIGNATURE_FILE, type ComposeProgress, type Evidence, type Manifest } from '@symbio/report';
import type { CallParent, Client } from '@symbio/rpc';
import { newId, type Actor, type Logger } from '@symbio/runtime';
import { EVIDENCE_FILE, folderOf } from '../evidence/lock.js';
import { versionEvent } from '../events.js';
import { DOCX_TYPE, MANIFEST_FILE } from '../files.js';
import type { StoredFile, VersionRow } from '../model.js';
import type { Repository, VersionRepository } from '../repository.js';
import { FOLDERS } from './messages.js';
import type { Compose } from './run-child.js';

export interface ComposerDeps {
  repository: Pick<Repository, 'claim' | 'extendLease' | 'release'> & Pick<VersionRepository, 'version' | 'versions'>;
  blobs: Pick<BlobStore, 'createReadStream' | 'put'>;
  document: Pick<Client<typeof DocumentServiceService>, 'getPageImage'>;
  compose: Compose;
  self: Actor;
  asSelf: (signal: AbortSignal) => Promise<CallParent>;
  /** Of this process, for the files while they are made. */
  folder: string;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** The report cannot be written; its message is a sentence for people. */
class ComposeError extends Error {}

/** Then the version is marked as failed. */
const MOST_ATTEMPTS = 3;
const FAILED =
  'The files of this version could not be made. Lock a new version; if it fails again, tell your administrator.';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.docx': DOCX_TYPE,
  '.jpg': 'image/jpeg',
};
const typeOf = (name: string): string => CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream';

/** Share of the whole work at the end of a step. */
const PERCENT: Readonly<Record<ComposeProgress['step'], readonly [from: number, to: number]>> = {
  figures: [30, 60],
  photographs: [60, 70],
  pdf: [70, 85],
  docx: [85, 95],
  manifest: [95, 99],
};
/** Of pictures fetched. */
const FETCHED = 30;

export function createComposer(deps: ComposerDeps) {
  const { repository, blobs, document, compose, self, asSelf, folder, log } = deps;

  async function change(
    id: string,
    set: Partial<VersionRow>,
    isLate: (row: VersionRow) => boolean = () => false,
  ): Promise<void> {
    await repository.versions.change(id, self, (row, after) =>
      isLate(row) ? undefined : { set, events: [versionEvent(reportVersionEvents.changed, after(set))] },
    );
  }

  async function report(id: string, percent: number): Promise<void> {
    await repository.extendLease(id);
    await change(id, { percent }, (row) => row.percent >= percent);
  }

  async function fetchPictures(version: VersionRow, evidence: Evidence, signal: AbortSignal): Promise<void> {
    const pictures = path.join(folder, FOLDERS.pictures);
    await mkdir(pictures, { recursive: true });
    const requests = figuresOf(evidence);
    for (const { number, page_id: id, region, width } of requests) {
      const { picture, preview } = await document.getPageImage(
        { id, region, width, format: 'png' },
        await asSelf(signal),
      );
      if (preview) throw new ComposeError('A sheet is still being drawn. Lock a new version in a few minutes.');
      await writeFile(path.join(pictures, `figure-${number}`), picture);
      if (number % 10 === 0) await report(version._id, Math.floor((FETCHED * number) / requests.length));
    }
    for (const { id, key } of version.photographs)
      await pipeline(await blobs.createReadStream(key), createWriteStream(path.join(pictures, `photograph-${id}`)));
  }

  /** Stored under a name of their own, so that a repeated composition overwrites nothing. */
  async function store(version: VersionRow, names: readonly string[]): Promise<StoredFile[]> {
    const attempt = newId();
    const files: StoredFile[] = [];
    for (const name of names) {
      const body = await readFile(path.join(folder, FOLDERS.report, name));
      const [key, contentType] = [`${folderOf({ ...version, id: version._id })}/${attempt}/${name}`, typeOf(name)];
      const { bytes, sha256 } = await blobs.put(key, body, { contentType });
      files.push({ name, key, bytes, sha256, contentType });
    }
    return files;
  }

  const evidenceFileOf = ({ files }: VersionRow): StoredFile | undefined =>
    files.find(({ name }) => name === EVIDENCE_FILE);

  async function fetchFile({ key }: StoredFile, name: string): Promise<string> {
    const file = path.join(folder, name);
    await pipeline(await blobs.createReadStream(key), createWriteStream(file));
    return file;
  }

  async function composeVersion(version: VersionRow, signal: AbortSignal): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const locked = evidenceFileOf(version);
    if (!locked) throw new ComposeError('The evidence of this version is missing.');
    const evidence = JSON.parse(await readFile(await fetchFile(locked, FOLDERS.evidence), 'utf8')) as Evidence;
    const before = version.basedOnId ? await repository.version(version.basedOnId) : undefined;
    const previous = before && evidenceFileOf(before);
    if (previous) await fetchFile(previous, FOLDERS.previous);
    if (version.template) await fetchFile(version.template, FOLDERS.template);
    await fetchPictures(version, evidence, signal);
    let reports = Promise.resolve();
    const onProgress = ({ step, done, total }: ComposeProgress): void => {
      const [from, to] = PERCENT[step];
      const percent = Math.floor(from + ((to - from) * done) / Math.max(total, 1));
      reports = reports
        .then(() => report(version._id, percent))
        .catch((error: unknown) => log.warn({ err: error }, 'could not report the progress of a report'));
    };
    await compose(folder, { onProgress, signal });
    await reports;
    const text = await readFile(path.join(folder, FOLDERS.report, MANIFEST_FILE), 'utf8');
    const others = (JSON.parse(text) as Manifest).files
      .map((file) => file.path)
      .filter((name) => name !== EVIDENCE_FILE);
    const isSigned = (await readdir(path.join(folder, FOLDERS.report))).includes(SIGNATURE_FILE);
    const [manifest, ...files] = await store(version, [
      MANIFEST_FILE,
      ...others,
      ...(isSigned ? [SIGNATURE_FILE] : []),
    ]);
    if (!manifest) throw new Error('The manifest was not stored.');
    await change(version._id, {
      ...{ composition: 'done', percent: 100, files: [locked, ...files, manifest] },
      manifestSha256: manifest.sha256,
    });
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (let version = await repository.claim(); version; version = await repository.claim())
      try {
        await composeVersion(version, signal);
      } catch (error) {
        if (error instanceof ComposeError) await change(version._id, { composition: 'failed', problem: error.message });
        else if ((version.failedAttempts ?? 0) + 1 >= MOST_ATTEMPTS && !signal.aborted) {
          log.error({ err: error, version: version._id }, 'a report could not be made');
          await change(version._id, { composition: 'failed', problem: FAILED });
        } else {
          // repeated soon, here or in another process
          await repository.release(version._id, !signal.aborted);
          throw error;
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
  };
}
