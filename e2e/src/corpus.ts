import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';

export { hasCorpus } from '@symbio/page-engine/testing/corpus';

/** A file of the corpus, of which tests ask first whether it is there: `(hasCorpus() ? it : it.skip)`. */
export const corpusFile = (name: string): Buffer => readFileSync(path.join(corpusFolder(), name));
