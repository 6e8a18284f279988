import type { Migration } from '@symbio/mongo';

/** References to jobs that the job service alone keeps now. */
export const followJobs: Migration = {
  name: '0005-follow-jobs',
  async run({ connection }) {
    const { modifiedCount } = await connection.collection('documents').updateMany(
      { $or: [{ wordsJob: { $exists: true } }, { 'job.follows': { $exists: true } }] },
      {
        $unset: { wordsJob: '', 'job.follows': '' },
        $inc: { rev: 1 },
      },
    );
    return modifiedCount;
  },
};
