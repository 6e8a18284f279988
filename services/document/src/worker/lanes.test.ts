import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { lanes } from './lanes.js';

const one = { WORKER_CONCURRENCY: 1, WORKER_ANALYSES: 1, WORKER_URGENT: 1 };
const ANALYSIS = 'background-analyze-pages';
const PICTURES: unknown = expect.not.arrayContaining([ANALYSIS]);

describe('the slots of a worker', () => {
  it('are one for documents, one for analyses that yield to pictures, and one for urgent jobs (OP-31)', () => {
    expect(lanes(one)).toEqual(
      [
        { kinds: JOB_TYPES.filter((kind) => kind !== ANALYSIS), slots: 1 },
        { kinds: [ANALYSIS], slots: 1, yields: { fromPriority: 6, to: PICTURES, quietMs: 2_000, atMostMs: 600_000 } },
        { kinds: [...JOB_TYPES], slots: 1, upToPriority: 2 },
      ].map((lane) => ({ ...lane, kinds: expect.arrayContaining(lane.kinds) as unknown })),
    );
    expect(lanes(one).map(({ kinds }) => kinds.length)).toEqual([5, 1, 6]);
  });

  it('cover every kind of job, also without an urgent lane', () => {
    const kinds = lanes({ ...one, WORKER_URGENT: 0 }).flatMap((lane) => lane.kinds);
    expect(kinds.sort()).toEqual([...JOB_TYPES].sort());
  });
});
