import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeReport, type ComposeProgress, type Evidence } from '@symbio/report';
import { FOLDERS } from './messages.js';

async function evidenceIn(file: string): Promise<Evidence> {
  return JSON.parse(await readFile(file, 'utf8')) as Evidence;
}

/** Undefined without such a file. */
async function unlessMissing<Content>(read: Promise<Content>): Promise<Content | undefined> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the report of a composition's folder into that folder. @param signingKey of the manifest, Ed25519 */
export async function writeReport(
  folder: string,
  onProgress: (progress: ComposeProgress) => void,
  signingKey?: KeyObject,
): Promise<void> {
  const picture = (name: string): Promise<Uint8Array> => readFile(path.join(folder, FOLDERS.pictures, name));
  const previous = await unlessMissing(evidenceIn(path.join(folder, FOLDERS.previous)));
  const template = await unlessMissing(readFile(path.join(folder, FOLDERS.template)));
  await composeReport({
    evidence: await evidenceIn(path.join(folder, FOLDERS.evidence)),
    ...(previous && { previous }),
    ...(template && { template }),
    pictures: {
      crop: ({ number }) => picture(`figure-${number}`),
      photograph: (id) => picture(`photograph-${id}`),
    },
    out: path.join(folder, FOLDERS.report),
    onProgress,
    ...(signingKey && { signingKey }),
  });
}
