import type { Migration, StoredRow } from '@symbio/mongo';
import { withFollower } from '../followers.js';
import type { CounterRow, IssueRow } from '../model.js';
import { searchFields } from '../search-words.js';

const BATCH = 200;

/** Issue from before November 2026. */
type OldIssue = StoredRow & Omit<IssueRow, 'number' | 'followers' | 'history'>;

/** Gives issues a number, oldest first, with followers, the first history entry and search fields. */
export const numberIssues: Migration = {
  name: '0002-number-issues',
  async run({ connection, signal }) {
    const issues = connection.collection<OldIssue>('issues');
    const counters = connection.collection<CounterRow>('counters');
    async function nextNumber(): Promise<number> {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const counter = await counters.findOneAndUpdate({ _id: 'issues' }, { $inc: { value: 1 } }, options);
      if (!counter) throw new Error('the counter of issues was not written');
      return counter.value;
    }
    let count = 0;
    for (;;) {
      const unnumbered = { number: { $exists: false }, deletedAt: null };
      const rows = await issues.find(unnumbered).sort({ createdAt: 1, _id: 1 }).limit(BATCH).toArray();
      for (const row of rows) {
        signal.throwIfAborted();
        const set = { number: await nextNumber(), ...beginning(row), ...searchFields(row) };
        // the number is lost if the issue was changed since: it is found again
        const unchanged = { _id: row._id, rev: row.rev, number: { $exists: false } };
        count += (await issues.updateOne(unchanged, { $set: set })).modifiedCount;
      }
      if (rows.length < BATCH) return count;
    }
  },
};

function beginning(row: OldIssue): Pick<IssueRow, 'followers' | 'history'> {
  const { reporterId, reporterName, assignee, assigneeName, createdAt } = row;
  const reporters = reporterId.startsWith('service:') ? [] : [{ id: reporterId, name: reporterName }];
  return {
    followers: assignee ? withFollower(reporters, { id: assignee, name: assigneeName }) : reporters,
    history: [
      { id: row._id, at: createdAt, authorId: reporterId, authorName: reporterName, changes: [{ field: 'created' }] },
    ],
  };
}
