import { systemClock } from '@symbio/runtime';
import { Job } from '@symbio/proto/job';
import type { DocumentRow } from '../model.js';
import { createFollowJob } from './follow-job.js';

function setUp() {
  let document = { _id: 'd', projectId: 'p', totalPages: 1, processingStatus: 'analysis_complete' } as DocumentRow;
  const follow = createFollowJob(
    { find: () => Promise.resolve(document) },
    {
      counts: () => Promise.resolve({ ready: 1, failed: 0, analyzed: 1 }),
      change: (_id: string, _actor: unknown, decide: (row: DocumentRow) => Partial<DocumentRow> | undefined) => {
        document = { ...document, ...decide(document) };
        return Promise.resolve(document);
      },
    } as never,
    systemClock,
  );
  const tell = (id: string, status: string, rev: number, second: number): Promise<void> =>
    follow(
      Job.fromPartial({
        id,
        status,
        type: 'document-specific',
        payload: { documentId: 'd' },
        errorMessage: status === 'failed' ? 'Another job is working on this document.' : '',
        updatedAt: new Date(second * 1000),
      }),
      rev,
    );
  return { tell, document: () => document };
}

describe('events of a document’s jobs', () => {
  it('apply in order', async () => {
    const { tell, document } = setUp();
    await tell('first', 'pending', 1, 1);
    expect(document()).toMatchObject({ job: { id: 'first' }, processingStatus: 'queued' });
    await tell('first', 'failed', 2, 2);
    expect(document()).toMatchObject({ processingStatus: 'failed' });
    await tell('second', 'pending', 1, 3);
    expect(document()).toMatchObject({ job: { id: 'second' }, processingStatus: 'queued' });
  });

  it('change nothing when redelivered after those of a later job', async () => {
    const { tell, document } = setUp();
    await tell('later', 'pending', 1, 10);
    await tell('later', 'completed', 2, 11);
    const before = document();
    expect(before.processingStatus).not.toBe('failed');
    // a redelivered event of an earlier failed job
    await tell('first', 'pending', 1, 1);
    await tell('first', 'failed', 2, 2);
    expect(document()).toEqual(before);
  });
});
