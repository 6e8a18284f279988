import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';

export { hasCorpus } from '@symbio/page-engine/testing/corpus';

/** Reads a corpus file; guard tests with `(hasCorpus() ? it : it.skip)`. */
export const corpusFile = (name: string): Buffer => readFileSync(path.join(corpusFolder(), name));
