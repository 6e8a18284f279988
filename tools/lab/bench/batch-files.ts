import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pick, randomFor, wholeBetween, type Random } from '@symbio/fixtures/random';

/** A file of the batch: what it is uploaded as, and its bytes. */
export interface BatchFile {
  name: string;
  bytes: Buffer;
}

/** Files above this are not small. */
const SMALL_BYTES = 10_000;
/** Bytes that a mutation changes. */
const CHANGES = { least: 1, most: 12 } as const;

/**
 * Small PDFs of a folder, each as it is, and mutations of them until there are `count`: the same ones for every run.
 *
 * @throws Error when the folder has no small PDF
 */
export function batchFiles(folder: string, count: number): BatchFile[] {
  const originals = readdirSync(folder)
    .filter((name) => name.endsWith('.pdf') && statSync(path.join(folder, name)).size < SMALL_BYTES)
    .sort()
    .map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }))
    .filter(({ bytes }) => bytes.length > 0);
  if (originals.length === 0) throw new Error(`There is no PDF below ${SMALL_BYTES} bytes in ${folder}.`);
  const random = randomFor('batch of small files');
  const mutations = Array.from({ length: Math.max(0, count - originals.length) }, (_, i) => {
    const { name, bytes } = pick(random, originals);
    return { name: `${path.basename(name, '.pdf')}-${i + 1}.pdf`, bytes: mutated(bytes, random) };
  });
  return [...originals.slice(0, count), ...mutations];
}

/** Changes some bytes after the signature: a damaged copy, or an attack. */
function mutated(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const behindSignature = Math.min(8, changed.length - 1);
  for (let left = wholeBetween(random, CHANGES.least, CHANGES.most); left > 0; left--)
    changed[wholeBetween(random, behindSignature, changed.length - 1)] = wholeBetween(random, 0, 255);
  return changed;
}
