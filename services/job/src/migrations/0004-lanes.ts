import { changeRows, type Migration, type StoredRow } from '@symbio/mongo';
import type { JobRow } from '../model.js';
import { orderOf } from '../order.js';

type OldJob = StoredRow & Omit<JobRow, 'lane' | 'size' | 'rank'>;

/** Rows in which the attempt that ran, or completed, was counted as well. */
const counted = ({ status, failure }: OldJob): boolean =>
  status === 'processing' || status === 'completed' || failure === 'stopped';

/** Jobs wait in three lanes, and `currentAttempts` counts failures only. */
export const moveToLanes: Migration = {
  name: '0004-lanes',
  run: (context) =>
    changeRows<OldJob>(context, {
      collection: 'jobs',
      filter: { lane: { $exists: false } },
      change: (job) => ({
        $set: { ...orderOf(job), currentAttempts: Math.max(0, job.currentAttempts - (counted(job) ? 1 : 0)) },
        $unset: { ticket: '' },
        $inc: { rev: 1 },
      }),
    }),
};
