import { setMissing, type Migration } from '@symbio/mongo';

/** Fields that jobs from before November 2026 lack. Round 0 is the first one. */
export const completeJobs: Migration = {
  name: '0003-complete-jobs',
  run: (context) => setMissing(context, 'jobs', { errorPermanent: false, documentRev: 0, turn: 0 }),
};
