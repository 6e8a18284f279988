import { setMissing, type Migration } from '@symbio/mongo';

/** Equals no hash: rows from before November 2026 are too old for a retry of their creation. */
const UNKNOWN = { creationHash: '' };

export const creationHashes: Migration = {
  name: '0002-creation-hashes',
  async run(context) {
    let count = 0;
    count += await setMissing(context, 'features', UNKNOWN);
    count += await setMissing(context, 'mentions', UNKNOWN);
    return count;
  },
};
