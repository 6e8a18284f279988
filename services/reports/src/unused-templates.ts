/** Removes files of earlier templates of the installation that no version uses any more. */
import type { BlobStore } from '@symbio/blobs';
import type { TemplateRepository } from './repository.js';
import { INSTALLATION, templatesOf } from './templates.js';

export interface UnusedTemplatesDeps {
  repository: TemplateRepository;
  blobs: Pick<BlobStore, 'list' | 'remove'>;
}

/** A run removes files that the previous run found unused too: a version that was being locked then is stored by now. */
export function createUnusedTemplates({ repository, blobs }: UnusedTemplatesDeps): () => Promise<void> {
  let unused: ReadonlySet<string> = new Set();

  async function findUnused(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of blobs.list(templatesOf(INSTALLATION))) keys.push(key);
    if (keys.length === 0) return [];
    const used = new Set(await repository.usedTemplates(keys));
    const current = (await repository.template(INSTALLATION))?.file.key;
    return keys.filter((key) => key !== current && !used.has(key));
  }

  return async () => {
    const found = await findUnused();
    const removed = found.filter((key) => unused.has(key));
    for (const key of removed) await blobs.remove(key);
    unused = new Set(found);
  };
}
