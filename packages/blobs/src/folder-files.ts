import type { Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkBlobKey, type ListedBlob } from './blob-store.js';

const NO_TYPE = 'application/octet-stream';

/** Sidecar file with a blob's content type. */
export const sidecarOf = (file: string): string => path.join(path.dirname(file), `.${path.basename(file)}.json`);

export async function readContentType(file: string): Promise<string> {
  const text = await readFile(sidecarOf(file), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  return typeIn(text) ?? NO_TYPE;
}

/** A power cut may leave the sidecar empty or truncated; the blob is intact and served without a type. */
function typeIn(sidecar: string): string | undefined {
  try {
    const { contentType } = JSON.parse(sidecar) as { contentType?: unknown };
    return typeof contentType === 'string' ? contentType : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when the file's content is durable. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Errors of systems that cannot sync folders. */
const NO_FOLDERS: readonly unknown[] = ['EINVAL', 'EISDIR'];

/** Resolves when the folder's names are durable. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // removed concurrently with its content
    if (!isMissing(error) && !NO_FOLDERS.includes(codeOf(error))) throw error;
  }
}

/**
 * Resolves when a new name in a folder is durable.
 *
 * @param made the topmost folder created for it: its parent and all folders between have new names as well
 */
export async function syncNames(folder: string, made: string | undefined): Promise<void> {
  await syncFolder(folder);
  if (made === undefined) return;
  for (let each = folder; each.startsWith(made); each = path.dirname(each)) await syncFolder(path.dirname(each));
}

/** File system errors may come from another realm (a VM), so `instanceof` fails. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** ENOTDIR: part of the key is a blob; EISDIR: the key is a folder. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));

/** undefined only for a missing path: a failing disk must not look empty. */
export const statIfThere = (file: string): Promise<Stats | undefined> =>
  stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Ordered by key, with one folder in memory at a time. */
export async function* listFolder(root: string, prefix = ''): AsyncGenerator<ListedBlob> {
  const start = prefix.replace(/\/$/, '');
  if (start) checkBlobKey(start);
  yield* below(root, start);
}

async function* below(root: string, folder: string): AsyncGenerator<ListedBlob> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    // removed concurrently; a missing root is an error, not an empty store
    if (folder && isMissing(error)) return [];
    throw error;
  });
  const named = entries
    .filter(({ name }) => !name.startsWith('.'))
    // a folder sorts as its name plus a slash
    .map((entry) => ({ entry, order: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  for (const { entry } of named) {
    const key = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* below(root, key);
    else if (entry.isFile()) {
      // removed concurrently
      const info = await statIfThere(path.join(root, key));
      if (info) yield { key, bytes: info.size };
    }
  }
}
