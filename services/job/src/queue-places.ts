/**
 * Position in the queue and estimates. Urgent jobs and pictures wait in one queue, readings in another. Estimates are the
 * measured seconds per page of recent jobs of the type.
 */
import { isAmong, type VisibleProjects } from '@symbio/project-access';
import type { CallContext } from '@symbio/rpc';
import type { Clock } from '@symbio/runtime';
import type { QueuePlace } from '@symbio/proto/job';
import type { JobType } from '@symbio/proto/job/vocabulary';
import type { JobDeps } from './job-deps.js';
import type { EndedJob, JobRow, QueuedJob } from './model.js';
import { inOrder, PATIENT_FROM, rankOf, SIZE } from './order.js';
import type { JobQueue } from './repository.js';
import { PICTURES_FIRST_MS } from './scheduler.js';

/** Milliseconds for which one view of the queue serves all readers. */
const FRESH_MS = 1_000;

interface Pace {
  secondsPerPage: number;
  pagesPerJob: number;
}

export type Paces = ReadonlyMap<JobType, Pace>;

/** Of jobs that made or read pages. */
export function pacesOf(ended: readonly EndedJob[]): Paces {
  const sums = new Map<JobType, { seconds: number; pages: number; jobs: number }>();
  for (const { type, startedAt, completedAt, result } of ended) {
    const pages = result?.pagesProcessed ?? 0;
    if (pages === 0 || !startedAt || !completedAt) continue;
    const sum = sums.get(type) ?? { seconds: 0, pages: 0, jobs: 0 };
    sum.seconds += (completedAt.getTime() - startedAt.getTime()) / 1_000;
    sum.pages += pages;
    sum.jobs++;
    sums.set(type, sum);
  }
  return new Map(
    [...sums].map(([type, { seconds, pages, jobs }]) => [
      type,
      { secondsPerPage: seconds / pages, pagesPerJob: pages / jobs },
    ]),
  );
}

const isReading = ({ lane }: QueuedJob): boolean => lane === 'reading';
const isWaiting = ({ status, offered }: QueuedJob): boolean => status !== 'processing' && offered;

/** Seconds; undefined if nothing was measured. */
function secondsLeft({ type, startedAt, status, progress, expectedPages }: QueuedJob, paces: Paces, now: Date) {
  const pace = paces.get(type);
  const done = progress?.done ?? 0;
  const total = progress?.total || expectedPages || pace?.pagesPerJob;
  if (total === undefined) return undefined;
  const elapsed = status === 'processing' && startedAt ? (now.getTime() - startedAt.getTime()) / 1_000 : 0;
  // its own pages say more than those of others
  const secondsPerPage = done > 0 && elapsed > 0 ? elapsed / done : pace?.secondsPerPage;
  return secondsPerPage === undefined ? undefined : Math.max(0, total - done) * secondsPerPage;
}

/** Whether it may wait for pictures. */
const isPatient = (job: QueuedJob): boolean =>
  isReading(job) && job.rank >= rankOf({ priority: PATIENT_FROM, size: SIZE.small });

const whole = (seconds: number): number => Math.max(0, Math.round(seconds));

/** Of all active jobs, by id. Pure. */
export function queuePlaces(active: readonly QueuedJob[], paces: Paces, now: Date): Map<string, QueuePlace> {
  const places = new Map<string, QueuePlace>();
  const pictured = new Set(active.filter((job) => !isReading(job) && isWaiting(job)).map(({ projectId }) => projectId));
  const waitsForPictures = (job: QueuedJob): boolean =>
    isPatient(job) &&
    (pictured.has(job.projectId) ||
      (pictured.size > 0 && now.getTime() - job.scheduledAt.getTime() < PICTURES_FIRST_MS.any));
  for (const isLane of [isReading, (job: QueuedJob) => !isReading(job)]) {
    const lane = active.filter(isLane);
    const running = lane.filter(({ status }) => status === 'processing');
    const waiting = lane.filter(isWaiting).sort(inOrder);
    /** When each reader is free, in seconds; undefined: unknown. */
    let readers: (number | undefined)[] = running.map((job) => secondsLeft(job, paces, now));
    for (const [index, job] of running.entries()) {
      const left = readers[index];
      places.set(job._id, {
        ...{ position: 0, waitingFor: '', startsInSeconds: undefined },
        endsInSeconds: left === undefined ? undefined : whole(left),
      });
    }
    if (readers.length === 0) readers = [0];
    for (const [index, job] of waiting.entries()) {
      const free = readers.every((one) => one !== undefined) ? Math.min(...readers) : undefined;
      const own = secondsLeft(job, paces, now);
      const ends = free === undefined || own === undefined ? undefined : free + own;
      places.set(job._id, {
        position: index + 1,
        waitingFor: index > 0 ? 'documents_before' : waitsForPictures(job) ? 'pictures_before' : 'worker',
        startsInSeconds: free === undefined ? undefined : whole(free),
        endsInSeconds: ends === undefined ? undefined : whole(ends),
      });
      if (free !== undefined) readers[readers.indexOf(free)] = ends;
    }
    for (const job of lane.filter(({ status, offered }) => status !== 'processing' && !offered))
      places.set(job._id, {
        ...{ position: 0, waitingFor: 'later_attempt', endsInSeconds: undefined },
        startsInSeconds: whole((job.scheduledAt.getTime() - now.getTime()) / 1_000),
      });
  }
  return places;
}

/** From 1, among waiting jobs of visible projects. */
const positionAmong = (visible: VisibleProjects, active: readonly QueuedJob[], job: QueuedJob): number =>
  1 +
  active.filter(
    (one) =>
      isReading(one) === isReading(job) && isWaiting(one) && isAmong(visible, one.projectId) && inOrder(one, job) < 0,
  ).length;

interface QueueView {
  served: readonly QueuedJob[];
  places: ReadonlyMap<string, QueuePlace>;
}

export interface QueuePlacesDeps {
  repository: JobQueue;
  pausedProjects: Pick<JobDeps['pausedProjects'], 'ids'>;
  access: Pick<JobDeps['access'], 'visible'>;
  clock: Clock;
}

export function createQueuePlaces({ repository, pausedProjects, access, clock }: QueuePlacesDeps) {
  let known: { at: number; view: Promise<QueueView> } | undefined;

  async function read(): Promise<QueueView> {
    const [active, ended, paused] = await Promise.all([
      repository.queue(),
      repository.recentlyCompleted(),
      pausedProjects.ids(),
    ]);
    const served = active.filter(({ projectId }) => !paused.includes(projectId));
    return { served, places: queuePlaces(served, pacesOf(ended), clock.now()) };
  }

  return {
    /**
     * Undefined for jobs that neither wait nor run, and for those of deleted projects. Positions count all jobs of the
     * installation; for people of a client firm, of visible projects only (decision 0159).
     */
    async placeOf(rows: readonly JobRow[], context: CallContext): Promise<(row: JobRow) => QueuePlace | undefined> {
      const isActive = ({ status }: JobRow): boolean => status !== 'completed' && status !== 'failed';
      if (!rows.some(isActive)) return () => undefined;
      const now = clock.now().getTime();
      if (!known || now - known.at >= FRESH_MS || now < known.at) {
        const entry = { at: now, view: read() };
        // the next reader tries again
        entry.view.catch(() => known === entry && (known = undefined));
        known = entry;
      }
      const { served, places } = await known.view;
      const visible = context.actor.organizationId === undefined ? 'all' : await access.visible(context);
      return (row) => {
        const place = isActive(row) ? places.get(row._id) : undefined;
        const job = visible === 'all' || !place?.position ? undefined : served.find(({ _id }) => _id === row._id);
        return place && job ? { ...place, position: positionAmong(visible, served, job) } : place;
      };
    },
  };
}
