import { contextOf } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import type { JobType } from '@symbio/proto/job/vocabulary';
import type { EndedJob, JobRow, QueuedJob } from './model.js';
import { createQueuePlaces, pacesOf, queuePlaces } from './queue-places.js';

const operator = contextOf(person());
const now = new Date(1_000_000_000);
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const READING = 'background-analyze-pages';

const job = (_id: string, over: Partial<QueuedJob> = {}): QueuedJob => ({
  ...{ _id, type: READING, status: 'pending', lane: 'reading', rank: 20, turn: 0, offered: true },
  ...{ scheduledAt: ago(60) },
  ...{ projectId: 'p' },
  ...over,
});

const ended = (type: JobType, seconds: number, pagesProcessed: number): EndedJob => ({
  ...{ type, startedAt: ago(seconds), completedAt: now },
  result: { pagesProcessed, pagesSkipped: 0, pagesFailed: 0 },
});
const PACES = pacesOf([ended(READING, 60, 2), ended(READING, 60, 4), ended('document-specific', 5, 10)]);

const placesIn = (jobs: readonly QueuedJob[], paces = PACES) => {
  const places = queuePlaces(jobs, paces, now);
  return Object.fromEntries(
    [...places].map(([id, { position, waitingFor, startsInSeconds, endsInSeconds }]) => [
      id,
      [position, waitingFor, startsInSeconds, endsInSeconds],
    ]),
  );
};

describe('the place of a job in the queue', () => {
  it.each([
    ['of its project', 'p', 60, 'pictures_before'],
    ['of another project', 'q', 60, 'worker'],
    ['of another project, at first', 'q', 10, 'pictures_before'],
  ])('a reading waits for pictures %s', (_, projectId, seconds, waitingFor) => {
    const pages = job('pages', { type: 'document-specific', lane: 'pictures', rank: 17, projectId });
    const places = placesIn([job('reading', { scheduledAt: ago(seconds) }), pages]);
    expect(places['reading']?.[1]).toBe(waitingFor);
  });

  it('measures seconds a page by type, from jobs that worked on pages', () => {
    expect(PACES.get(READING)).toEqual({ secondsPerPage: 20, pagesPerJob: 3 });
    expect(pacesOf([ended(READING, 60, 0)]).size).toBe(0);
  });

  it('is that of its lane, by priority, round and wait; estimates follow the jobs before it', () => {
    const running = job('running', {
      ...{ status: 'processing', startedAt: ago(60), expectedPages: 4 },
      progress: { done: 2, total: 4, message: '' },
    });
    const found = placesIn([
      job('late', { turn: 1, expectedPages: 5 }),
      job('small', { rank: 18, expectedPages: 1 }),
      job('first', { expectedPages: 2, scheduledAt: ago(90) }),
      running,
      job('pages', { type: 'document-specific', lane: 'pictures', rank: 17, expectedPages: 10 }),
    ]);
    expect(found).toEqual({
      // 30 s a page of its own
      running: [0, '', undefined, 60],
      small: [1, 'pictures_before', 60, 80],
      first: [2, 'documents_before', 80, 120],
      late: [3, 'documents_before', 120, 220],
      // the other lane is free
      pages: [1, 'worker', 0, 5],
    });
  });

  it('shares the work among the readers that are at work', () => {
    const busy = (id: string): QueuedJob => job(id, { status: 'processing', startedAt: now, expectedPages: 1 });
    const found = placesIn([busy('a'), busy('b'), job('c', { expectedPages: 1 }), job('d', { turn: 1 })]);
    expect([found['c'], found['d']]).toEqual([
      [1, 'worker', 20, 40],
      [2, 'documents_before', 20, 80],
    ]);
  });

  it('has no estimate where nothing was measured, and the time of the next try instead of a place', () => {
    const later = job('later', { status: 'retrying', offered: false, scheduledAt: new Date(now.getTime() + 90_000) });
    expect(placesIn([job('a'), job('b', { turn: 1 }), later], new Map())).toEqual({
      a: [1, 'worker', 0, undefined],
      b: [2, 'documents_before', undefined, undefined],
      later: [0, 'later_attempt', 90, undefined],
    });
  });

  it('counts jobs of visible projects only for people of a client firm (decision 0159)', async () => {
    const rows = [
      job('of another firm', { projectId: 'theirs', rank: 18 }),
      job('own', { rank: 19 }),
      job('mine', { turn: 1 }),
    ];
    const places = createQueuePlaces({
      repository: { queue: () => Promise.resolve(rows), recentlyCompleted: () => Promise.resolve([]) },
      pausedProjects: { ids: () => Promise.resolve([]) },
      access: { visible: () => Promise.resolve(['p']) },
      clock: { now: () => now },
    });
    const [, , mine] = rows as unknown as [JobRow, JobRow, JobRow];
    expect((await places.placeOf([mine], operator))(mine)?.position).toBe(3);
    const ofFirm = contextOf(person({ organizationId: 'north' }));
    expect((await places.placeOf([mine], ofFirm))(mine)).toMatchObject({
      position: 2,
      waitingFor: 'documents_before',
    });
  });

  it('counts no jobs of deleted projects, and reads the queue once for many readers', async () => {
    let reads = 0;
    const rows = [job('gone', { projectId: 'deleted' }), job('mine', { turn: 1 })];
    const places = createQueuePlaces({
      repository: {
        queue: () => Promise.resolve((reads++, rows)),
        recentlyCompleted: () => Promise.resolve([]),
      },
      pausedProjects: { ids: () => Promise.resolve(['deleted']) },
      access: { visible: () => Promise.resolve([]) },
      clock: { now: () => now },
    });
    const [gone, mine] = rows as unknown as [JobRow, JobRow];
    const [one, other] = await Promise.all([places.placeOf([mine], operator), places.placeOf([gone, mine], operator)]);
    expect([one(mine)?.position, other(gone), reads]).toEqual([1, undefined, 1]);
    expect((await places.placeOf([{ ...mine, status: 'completed' }], operator))(mine)).toBeUndefined();
  });
});
