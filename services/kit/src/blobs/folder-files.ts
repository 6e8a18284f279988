import type { Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkBlobKey, type ListedBlob } from './blob-store.js';

const NO_TYPE = 'application/octet-stream';

/** Where a blob's content type is written down. */
export const sidecarOf = (file: string): string => path.join(path.dirname(file), `.${path.basename(file)}.json`);

/** The content type that was stored with a file. */
export async function readContentType(file: string): Promise<string> {
  const text = await readFile(sidecarOf(file), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  return typeIn(text) ?? NO_TYPE;
}

/** What a power cut left empty or cut off says no type: the file beside it is whole, and is served without one. */
function typeIn(sidecar: string): string | undefined {
  try {
    const { contentType } = JSON.parse(sidecar) as { contentType?: unknown };
    return typeof contentType === 'string' ? contentType : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when what a file holds would outlive a power cut. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Systems that sync no folders: there a name is as safe as they make it. */
const NO_FOLDERS: readonly unknown[] = ['EINVAL', 'EISDIR'];

/** Resolves when the names in a folder would outlive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // removed meanwhile, with all that was in it: nothing is to be kept
    if (!isMissing(error) && !NO_FOLDERS.includes(codeOf(error))) throw error;
  }
}

/**
 * Resolves when a new name in a folder would outlive a power cut.
 *
 * @param made the uppermost folder that was made for it: what holds that one, and all in between, have new names, too
 */
export async function syncNames(folder: string, made: string | undefined): Promise<void> {
  await syncFolder(folder);
  if (made === undefined) return;
  for (let each = folder; each.startsWith(made); each = path.dirname(each)) await syncFolder(path.dirname(each));
}

/** Errors of the file system may come from another realm (a VM): their class is not compared. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** ENOTDIR: a part of the key is a blob itself; EISDIR: the key is only a folder of others. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));

/** What there is under a path; undefined only where there is nothing: a disk that fails must not look like an empty one. */
export const statIfThere = (file: string): Promise<Stats | undefined> =>
  stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** The blobs below `prefix/`, one folder in memory at a time, in the order of their keys' characters. */
export async function* listFolder(root: string, prefix = ''): AsyncGenerator<ListedBlob> {
  const start = prefix.replace(/\/$/, '');
  if (start) checkBlobKey(start);
  yield* below(root, start);
}

async function* below(root: string, folder: string): AsyncGenerator<ListedBlob> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    // removed meanwhile; a root that is missing is not the same as an empty one
    if (folder && isMissing(error)) return [];
    throw error;
  });
  const named = entries
    .filter(({ name }) => !name.startsWith('.'))
    // keys below a folder sort by its name and the slash after it
    .map((entry) => ({ entry, order: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  for (const { entry } of named) {
    const key = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* below(root, key);
    else if (entry.isFile()) {
      // removed meanwhile
      const info = await statIfThere(path.join(root, key));
      if (info) yield { key, bytes: info.size };
    }
  }
}
