import { createLogger } from '@symbio/runtime';
import type { Document } from '@symbio/proto/document';
import { createAttemptReport } from './attempt-report.js';
import type { Peers } from './peers.js';
import { reportPageCount } from './work.js';

describe('the number of pages', () => {
  it.each([
    [0, undefined],
    // the previous attempt may have died before its final report
    [12, { done: 12, total: 12, message: 'page 12 of 12' }],
    [9, { done: 9, total: 12, message: 'page 9 of 12' }],
  ])('is recorded, and %i finished ones are reported', async (kept, expected) => {
    const counts: unknown[] = [];
    const peers = {
      asSelf: () => Promise.resolve({ token: '', requestId: '' }),
      documents: { recordPageCount: (counted: unknown) => Promise.resolve(counts.push(counted)) },
    } as unknown as Peers;
    const hold = { jobId: 'j', attempt: 2, workerId: 'w' };
    const report = createAttemptReport(peers, hold, createLogger({ name: 'test', level: 'silent' }));
    await reportPageCount({ id: 'd' } as Document, 12, kept, report, peers);
    expect(counts).toEqual([{ documentId: 'd', totalPages: 12 }]);
    expect((await report.end()).progress).toEqual(expected);
  });
});
