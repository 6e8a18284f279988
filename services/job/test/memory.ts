/** In-memory jobs, attempts and logs. Lists are left to the database. */
import { createLogger, createMetrics, newId, notAuthorized, notFound, serviceActor } from '@symbio/runtime';
import { MemoryRows, memoryTombstones } from '@symbio/mongo/testing';
import { TestClock, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { atLeast } from '@symbio/project-access';
import { JobMessage, type CreateJobRequest } from '@symbio/proto/job';
import { READING_JOB } from '@symbio/proto/job/vocabulary';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createAttempts } from '../src/attempts.js';
import { createCancelAndRetry } from '../src/cancel-and-retry.js';
import { createJobCreation } from '../src/create-job.js';
import { createHurry } from '../src/hurry-job.js';
import { createJobReactions } from '../src/follow-others.js';
import type { JobDeps } from '../src/job-deps.js';
import { createJobRecords } from '../src/job-records.js';
import type { AttemptRow, JobRow } from '../src/model.js';
import type { JobStore, NewLine } from '../src/repository.js';
import { createJobSweeps } from '../src/sweep-jobs.js';
import { isOver } from '../src/transitions.js';
import { inOrder } from '../src/order.js';
import { createScheduler } from '../src/scheduler.js';

const isWaiting = ({ status, offered }: JobRow): boolean => (status === 'pending' || status === 'retrying') && offered;
const makesPages = ({ lane, type }: JobRow): boolean => lane !== 'reading' && type !== READING_JOB;

function memoryStore(rows: MemoryRows<JobRow>, attempts: Map<string, AttemptRow>, lines: Map<string, NewLine[]>) {
  const matching = (isMeant: (row: JobRow) => boolean): Promise<JobRow[]> =>
    Promise.resolve(rows.all().filter(isMeant));
  const named = new Set<string>();
  const store: JobStore = {
    find: (id) => Promise.resolve(rows.find(id) ?? null),
    ofDocument: (documentId) => matching((row) => row.documentId === documentId),
    ofDeletedDocument: (documentId) => matching((row) => row.deletedDocumentId === documentId),
    activeOfDocument: (documentId) => matching((row) => row.documentId === documentId && !isOver(row)),
    offeredOf: (projectId) => matching((row) => row.projectId === projectId && isWaiting(row)),
    ofProject: (projectId) => matching((row) => row.projectId === projectId),
    due: (now) => matching((row) => row.status === 'retrying' && !row.offered && row.scheduledAt <= now),
    nextOf: async (lane, rank, pausedProjects) =>
      (await matching(isWaiting))
        .filter((row) => row.lane === lane && (rank === undefined || row.rank === rank))
        .filter(({ projectId }) => !pausedProjects.includes(projectId))
        .sort(inOrder)[0],
    newestWaiting: async ({ lane, rank }, projectId) =>
      (await matching(isWaiting)).findLast(
        (row) => row.lane === lane && row.rank === rank && row.projectId === projectId,
      ),
    hasWaiting: async ({ lanes, below, rank, notOf }, pausedProjects) =>
      (await matching(isWaiting)).some(
        (row) =>
          lanes.includes(row.lane) &&
          (below === undefined ? row.rank === rank : row.rank < below) &&
          row.projectId !== notOf &&
          !pausedProjects.includes(row.projectId),
      ),
    hasPictures: async (since, pausedProjects, of) =>
      (await matching((row) => makesPages(row) && (!of || row.projectId === of))).some(
        (row) =>
          (isWaiting(row) && !pausedProjects.includes(row.projectId)) || (row.startedAt && row.startedAt >= since),
      ),
    longestWaiting: async ({ lane, above }, before, pausedProjects) =>
      (await matching(isWaiting))
        .filter((row) => row.lane === lane && row.rank > above && row.scheduledAt <= before)
        .filter(({ projectId }) => !pausedProjects.includes(projectId))
        .sort((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime())[0],
    agedSince: async (lane, since) =>
      (await matching((row) => row.lane === lane && row.agedAt !== undefined && row.agedAt > since)).length > 0,
    startedBy: async (workerId) =>
      (await matching((row) => row.status === 'processing' && row.workerId === workerId))[0],
    async activeCounts(pausedProjects) {
      const active = await matching((row) => !isOver(row) && !pausedProjects.includes(row.projectId));
      const counted = (type: JobRow['type'], status: JobRow['status']) =>
        active.filter((row) => row.type === type && row.status === status).length;
      return active.map(({ type, status }) => ({ type, status, count: counted(type, status) }));
    },
    withExpiredLease: (now) =>
      matching(({ status, leaseUntil }) => status === 'processing' && (leaseUntil ?? now) <= now),
    async setDocumentCategory(documentId, documentCategory, documentRev) {
      for (const { _id } of await store.ofDocument(documentId))
        await rows.change(_id, serviceActor('job'), ({ documentRev: known = -1 }) =>
          known < documentRev ? { set: { documentCategory, documentRev }, events: [] } : undefined,
        );
    },
    openAttempt(attempt) {
      const id = `${attempt.jobId}:${attempt.number}`;
      const isNew = !attempts.has(id);
      if (isNew) attempts.set(id, { _id: id, ...attempt });
      return Promise.resolve(isNew);
    },
    continueAttempt({ jobId, number, workerId }) {
      const { outcome, endedAt: _, ...open } = attempts.get(`${jobId}:${number}`) ?? {};
      if (outcome !== 'returned') return Promise.resolve(false);
      attempts.set(`${jobId}:${number}`, { ...(open as AttemptRow), workerId, errorMessage: '' });
      return Promise.resolve(true);
    },
    saveAttempt(attempt) {
      const id = `${attempt.jobId}:${attempt.number}`;
      attempts.set(id, { ...attempts.get(id), _id: id, ...attempt });
      return Promise.resolve();
    },
    attempts: (jobId) => Promise.resolve([...attempts.values()].filter((row) => row.jobId === jobId).reverse()),
    appendLog: (jobId, _at, added) => Promise.resolve(void lines.set(jobId, [...(lines.get(jobId) ?? []), ...added])),
    appendLogOnce(jobId, name, at, line) {
      const isNew = !named.has(`${jobId}:${name}`);
      named.add(`${jobId}:${name}`);
      return isNew ? store.appendLog(jobId, at, [line]) : Promise.resolve();
    },
    log: (jobId) =>
      Promise.resolve({
        lines: (lines.get(jobId) ?? []).map((line, index) => ({
          ...{ seq: index + 1, at: new Date(0) },
          ...(typeof line === 'string' ? { text: line } : line),
        })),
        dropped: 0,
      }),
    removeHistory(jobIds) {
      for (const id of jobIds) lines.delete(id);
      for (const { _id, jobId } of attempts.values()) if (jobIds.includes(jobId)) attempts.delete(_id);
      return Promise.resolve();
    },
  };
  return store;
}

export const PROJECT = newId();
export const LEASE_MS = 30_000;
export const BLOCKED_LIMIT_MS = 3_600_000;
export const WORKER = serviceActor('document-worker');

/** Rules without servers. The editor may change jobs of the project, the viewer read them. */
export function jobRules() {
  const clock = new TestClock();
  const rows = new MemoryRows<JobRow>(clock);
  const attempts = new Map<string, AttemptRow>();
  const lines = new Map<string, NewLine[]>();
  const [editor, viewer, stranger] = [person({ name: 'Ann Editor' }), person(), person()];
  const roles = new Map<string, ProjectRole>([
    [editor.sub, 'editor'],
    [viewer.sub, 'viewer'],
  ]);
  /** Restorable deleted projects. */
  const pausedProjects: string[] = [];
  const metrics = createMetrics('test');
  const store = memoryStore(rows, attempts, lines);
  const deps: JobDeps = {
    repository: store,
    writer: rows,
    access: {
      require({ actor }, _projectId, wanted, what = 'Project', field) {
        const role = roles.get(actor.sub);
        if (!role) return Promise.reject(notFound(what, field));
        return atLeast(role, wanted) ? Promise.resolve(role) : Promise.reject(notAuthorized());
      },
      visible: () => Promise.resolve([PROJECT]),
    },
    pausedProjects: {
      ids: () => Promise.resolve([...pausedProjects]),
      has: (projectId) => Promise.resolve(pausedProjects.includes(projectId)),
    },
    tombstones: memoryTombstones(),
    clock,
    metrics,
    log: createLogger({ name: 'test', level: 'silent' }),
    self: serviceActor('job'),
    leaseMs: LEASE_MS,
    retryDelaysMs: [2_000, 10_000],
    maxBlockedMs: BLOCKED_LIMIT_MS,
  };
  const records = createJobRecords(deps);
  const scheduler = createScheduler(store, deps.pausedProjects, clock);
  const creation = createJobCreation(deps, scheduler);
  return {
    ...{ clock, rows, store, pausedProjects, deps },
    editor: contextOf(editor),
    viewer: contextOf(viewer),
    stranger: contextOf(stranger),
    scheduler,
    attempts: createAttempts(deps, records, scheduler),
    ...createHurry(deps, records, scheduler),
    cancelAndRetry: createCancelAndRetry(deps, records),
    sweeps: createJobSweeps(deps, records, scheduler),
    reactions: createJobReactions(deps, records, scheduler),
    /** Job with its own document, by the editor. */
    create: (over: Partial<CreateJobRequest> = {}): Promise<JobRow> =>
      creation.create(
        {
          ...{ id: '', type: 'document-specific', priority: undefined, maxRetries: undefined },
          ...{ documentFilename: 'a.pdf', documentCategory: '', documentRev: 0, expectedPages: 0 },
          payload: { projectId: PROJECT, documentId: newId(), pageNumbers: [] },
          ...over,
        },
        contextOf(editor),
      ),
    messages: (jobId: string) =>
      rows.published.filter(({ name, data }) => !name.startsWith('job.') && JobMessage.fromJSON(data).jobId === jobId)
        .length,
    /** A job's log with user names inserted. */
    log: (jobId: string) =>
      (lines.get(jobId) ?? []).map((line) =>
        typeof line === 'string' ? line : line.text.replace('{by}', `${line.byName}, ${line.byId}`),
      ),
    /** Attempt outcomes, oldest first; undefined while running. */
    outcomes: (jobId: string) =>
      [...attempts.values()].filter((row) => row.jobId === jobId).map(({ outcome }) => outcome),
    attemptsOf: (jobId: string) => [...attempts.values()].filter((row) => row.jobId === jobId),
    async figures() {
      const [given, ended] = [await metrics.jobsGivenUp.get(), await metrics.jobAttempts.get()];
      const counts = ended.values.filter(({ metricName }) => metricName === 'symbio_job_attempt_seconds_count');
      return {
        givenUp: given.values.reduce((sum, { value }) => sum + value, 0),
        ended: Object.fromEntries(counts.map(({ labels, value }) => [String(labels.outcome), value])),
      };
    },
    async waits() {
      const { values } = await metrics.jobWait.get();
      return values.find(({ metricName }) => metricName === 'symbio_job_wait_seconds_count')?.value;
    },
    /** Nonzero active job counts by type and status. */
    async active() {
      const { values } = await metrics.jobsActive.get();
      return Object.fromEntries(
        values.filter(({ value }) => value > 0).map(({ labels, value }) => [`${labels.kind} ${labels.status}`, value]),
      );
    },
  };
}

export type JobRules = ReturnType<typeof jobRules>;
