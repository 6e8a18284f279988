import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeReport, type ComposeProgress, type Evidence } from '@symbio/report';
import { FOLDERS } from './messages.js';

async function evidenceIn(file: string): Promise<Evidence> {
  return JSON.parse(await readFile(file, 'utf8')) as Evidence;
}

/** Undefined without such a file. */
async function previousIn(file: string): Promise<Evidence | undefined> {
  try {
    return await evidenceIn(file);
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
  const previous = await previousIn(path.join(folder, FOLDERS.previous));
  await composeReport({
    evidence: await evidenceIn(path.join(folder, FOLDERS.evidence)),
    ...(previous && { previous }),
    pictures: {
      crop: ({ number }) => picture(`figure-${number}`),
      photograph: (id) => picture(`photograph-${id}`),
    },
    out: path.join(folder, FOLDERS.report),
    onProgress,
    ...(signingKey && { signingKey }),
  });
}
