import { setMissing, type Migration } from '@symbio/mongo';

/** Lists that issues from before November 2026 lack, also after they got a number. */
const EMPTY = { labels: [], context: [], followers: [], links: [], edits: [] };
/** Equals no hash: these rows are too old for a retry of their creation. */
const UNKNOWN = { creationHash: '' };

export const completeIssues: Migration = {
  name: '0003-complete-issues',
  run: async (context) =>
    (await setMissing(context, 'issues', { ...EMPTY, ...UNKNOWN })) + (await setMissing(context, 'comments', UNKNOWN)),
};
