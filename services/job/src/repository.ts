import { createListCounts, type RowWriter } from '@symbio/mongo';
import { escapeRegExp, type PageSpec } from '@symbio/rpc';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { QueryFilter, SortOrder } from 'mongoose';
import { READING_JOB, type JobLane, type JobStatus, type JobType } from '@symbio/proto/job/vocabulary';
import type { AttemptRow, EndedJob, JobModels, JobRow, LogRow, QueuedJob } from './model.js';
import { ACTIVE_STATUSES } from './transitions.js';

const WAITING: JobStatus[] = ['pending', 'retrying'];
const MAY_START = { status: { $in: WAITING }, offered: true, deletedAt: null };

/** Waiting jobs of lanes: below a rank, or of a rank but another project. */
interface WaitingFilter {
  lanes: readonly JobLane[];
  below?: number;
  rank?: number;
  notOf?: string;
}

/** Excludes projects whose jobs are paused. */
const notIn = (projects: readonly string[]) => (projects.length > 0 ? { projectId: { $nin: [...projects] } } : {});

export const SORT_FIELDS = {
  created_at: 'createdAt',
  status: 'status',
  type: 'type',
  priority: 'priority',
  current_attempts: 'currentAttempts',
} as const;
export type SortName = keyof typeof SORT_FIELDS;

/** List filters; absent ones do not filter (JOB-25). */
export interface JobFilter {
  projects: VisibleProjects;
  type?: JobType;
  status?: JobStatus;
  createdBy?: string;
  /** Inclusive. */
  createdFrom?: Date;
  /** Exclusive. */
  createdTo?: Date;
  priorityMin?: number;
  priorityMax?: number;
  documentId?: string;
  /** Case-insensitive substring of file name, id or type. */
  search?: string;
}

export interface JobOrder {
  sort: SortName;
  descending: boolean;
}

/** JOB-27. */
export interface Statistics {
  counts: Record<JobStatus, number>;
  /** Mean of completed jobs' last attempts; 0 if none. */
  averageProcessingSeconds: number;
}

export const MAX_LOG_LINES = 1_000;
const SWEEP_JOBS = 100;
const PICTURES: JobLane[] = ['urgent', 'pictures'];
/** Jobs whose places are shown; more wait only after an outage. */
const MAX_QUEUE = 5_000;
const MEASURED_JOBS = 200;
const QUEUED = {
  ...{ type: 1, status: 1, lane: 1, rank: 1, turn: 1, offered: 1, scheduledAt: 1, startedAt: 1 },
  ...{ progress: 1, expectedPages: 1, projectId: 1 },
} as const;

/** Line to add: text, or an action with `{by}`. */
export type NewLine = string | Required<Pick<LogRow, 'text' | 'byId' | 'byName'>>;

export interface LogPage {
  lines: Pick<LogRow, 'seq' | 'at' | 'text' | 'byName'>[];
  /** Number of removed older lines. */
  dropped: number;
}

export function jobRepository(models: JobModels) {
  const countOfList = createListCounts();
  /** Exposed for query plan tests. */
  const queries = {
    listQuery(filter: JobFilter, { sort, descending }: JobOrder, { skip, perPage }: PageSpec) {
      const direction: SortOrder = descending ? -1 : 1;
      const order = { [SORT_FIELDS[sort]]: direction, createdAt: direction, _id: direction };
      return models.jobs.find(where(filter)).sort(order).skip(skip).limit(perPage);
    },

    activeQuery(projectId: string) {
      return models.jobs
        .find({ projectId, status: { $in: ACTIVE_STATUSES }, deletedAt: null })
        .sort({ createdAt: -1, _id: -1 });
    },

    ofDocumentQuery(documentId: string) {
      return models.jobs.find({ documentId, deletedAt: null });
    },

    ofDeletedDocumentQuery(deletedDocumentId: string) {
      return models.jobs.find({ deletedDocumentId, deletedAt: null });
    },

    statisticsQuery(projects: VisibleProjects, since: Date) {
      return models.jobs.aggregate<{ _id: JobStatus; count: number; meanMs: number | null }>([
        { $match: { ...inProjects(projects), createdAt: { $gte: since }, deletedAt: null } },
        {
          $group: {
            _id: '$status',
            count: { $sum: 1 },
            // a missing time yields null, which $avg ignores
            meanMs: { $avg: { $subtract: ['$completedAt', '$startedAt'] } },
          },
        },
      ]);
    },

    dueQuery(now: Date) {
      return models.jobs.find({ status: 'retrying', offered: false, scheduledAt: { $lte: now }, deletedAt: null });
    },

    nextQuery(lane: JobLane, rank?: number, pausedProjects: readonly string[] = []) {
      return models.jobs
        .find({ lane, ...(rank !== undefined && { rank }), ...MAY_START, ...notIn(pausedProjects) })
        .sort({ rank: 1, turn: 1, scheduledAt: 1 })
        .limit(1);
    },

    newestWaitingQuery({ lane, rank }: Pick<JobRow, 'lane' | 'rank'>, projectId: string) {
      return models.jobs
        .find({ projectId, lane, rank, ...MAY_START })
        .sort({ createdAt: -1, _id: -1 })
        .limit(1);
    },

    waitedForQuery({ lanes, below, rank, notOf }: WaitingFilter, pausedProjects: readonly string[] = []) {
      const which = { lane: { $in: [...lanes] }, rank: below === undefined ? rank : { $lt: below } };
      const others = notIn(notOf ? [...pausedProjects, notOf] : pausedProjects);
      return models.jobs.find({ ...which, ...MAY_START, ...others }, { _id: 1 }).limit(1);
    },

    picturesWaitingQuery(pausedProjects: readonly string[] = [], projectId?: string) {
      const whose = projectId ? { projectId } : notIn(pausedProjects);
      return models.jobs
        .find({ lane: { $in: PICTURES }, ...MAY_START, type: { $ne: READING_JOB }, ...whose }, { _id: 1 })
        .limit(1);
    },

    picturesSinceQuery(since: Date, projectId?: string) {
      const begun = {
        lane: { $in: PICTURES },
        startedAt: { $gte: since },
        type: { $ne: READING_JOB },
        deletedAt: null,
      };
      return models.jobs.find({ ...begun, ...(projectId && { projectId }) }, { _id: 1 }).limit(1);
    },

    longestWaitingQuery(
      { lane, above }: { lane: JobLane; above: number },
      before: Date,
      pausedProjects: readonly string[] = [],
    ) {
      return models.jobs
        .find({ lane, ...MAY_START, rank: { $gt: above }, scheduledAt: { $lte: before }, ...notIn(pausedProjects) })
        .sort({ scheduledAt: 1 })
        .limit(1);
    },

    agedSinceQuery(lane: JobLane, since: Date) {
      return models.jobs.find({ agedAt: { $gt: since }, lane, deletedAt: null }, { _id: 1 }).limit(1);
    },

    startedByQuery(workerId: string) {
      return models.jobs.find({ status: 'processing', workerId, deletedAt: null }).limit(1);
    },

    activeCountsQuery(pausedProjects: readonly string[] = []) {
      return models.jobs.aggregate<{ type: JobType; status: JobStatus; count: number }>([
        { $match: { status: { $in: ACTIVE_STATUSES }, deletedAt: null, ...notIn(pausedProjects) } },
        { $group: { _id: { type: '$type', status: '$status' }, count: { $sum: 1 } } },
        { $project: { _id: 0, type: '$_id.type', status: '$_id.status', count: 1 } },
      ]);
    },

    leasesOverQuery(now: Date) {
      return models.jobs.find({ status: 'processing', leaseUntil: { $lte: now }, deletedAt: null });
    },

    queueQuery() {
      return models.jobs.find({ deletedAt: null, status: { $in: ACTIVE_STATUSES } }, QUEUED).limit(MAX_QUEUE);
    },

    recentlyCompletedQuery() {
      return models.jobs
        .find({ deletedAt: null, status: 'completed' }, { type: 1, startedAt: 1, completedAt: 1, result: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .limit(MEASURED_JOBS);
    },

    attemptsQuery(jobId: string) {
      return models.attempts.find({ jobId }).sort({ number: -1 });
    },

    logQuery(jobId: string) {
      return models.logs.find({ jobId }).sort({ seq: 1 });
    },
  };
  /** Reserves log line numbers. @returns the last one */
  async function takeNumbers(jobId: string, count: number): Promise<number> {
    const counter = await models.logCounters
      .findOneAndUpdate({ _id: jobId }, { $inc: { lines: count } }, { upsert: true, returnDocument: 'after' })
      .lean<{ lines: number }>();
    return counter?.lines ?? count;
  }

  return {
    queries,

    async find(id: string): Promise<JobRow | null> {
      return models.jobs.findOne({ _id: id, deletedAt: null }).lean<JobRow>();
    },

    async list(filter: JobFilter, order: JobOrder, page: PageSpec): Promise<{ rows: JobRow[]; count: number }> {
      const [rows, count] = await Promise.all([
        queries.listQuery(filter, order, page).lean<JobRow[]>(),
        countOfList(models.jobs, where(filter)),
      ]);
      return { rows, count };
    },

    async active(projectId: string): Promise<JobRow[]> {
      return queries.activeQuery(projectId).lean<JobRow[]>();
    },

    async ofDocument(documentId: string): Promise<JobRow[]> {
      return queries.ofDocumentQuery(documentId).lean<JobRow[]>();
    },

    async ofDeletedDocument(documentId: string): Promise<JobRow[]> {
      return queries.ofDeletedDocumentQuery(documentId).lean<JobRow[]>();
    },

    async activeOfDocument(documentId: string): Promise<JobRow[]> {
      return queries
        .ofDocumentQuery(documentId)
        .where({ status: { $in: ACTIVE_STATUSES } })
        .lean<JobRow[]>();
    },

    /** Offered but not taken. */
    async offeredOf(projectId: string): Promise<JobRow[]> {
      return queries
        .activeQuery(projectId)
        .where({ status: { $in: WAITING }, offered: true })
        .lean<JobRow[]>();
    },

    async ofProject(projectId: string): Promise<Pick<JobRow, '_id'>[]> {
      return models.jobs.find({ projectId, deletedAt: null }, { _id: 1 }).lean<Pick<JobRow, '_id'>[]>();
    },

    async statistics(projects: VisibleProjects, since: Date): Promise<Statistics> {
      const groups = await queries.statisticsQuery(projects, since);
      const counts: Statistics['counts'] = { pending: 0, processing: 0, completed: 0, failed: 0, retrying: 0 };
      for (const { _id, count } of groups) counts[_id] = count;
      const meanMs = groups.find(({ _id }) => _id === 'completed')?.meanMs ?? 0;
      return { counts, averageProcessingSeconds: meanMs / 1_000 };
    },

    /** Due attempts whose message was not sent, urgent first. */
    async due(now: Date): Promise<JobRow[]> {
      return queries.dueQuery(now).sort({ priority: 1, scheduledAt: 1 }).limit(SWEEP_JOBS).lean<JobRow[]>();
    },

    /** Active jobs of all projects. */
    async queue(): Promise<QueuedJob[]> {
      return queries.queueQuery().lean<QueuedJob[]>();
    },

    /** Of all types, for estimates. */
    async recentlyCompleted(): Promise<EndedJob[]> {
      return queries.recentlyCompletedQuery().lean<EndedJob[]>();
    },

    /** @param rank only jobs of this rank */
    async nextOf(
      lane: JobLane,
      rank: number | undefined,
      pausedProjects: readonly string[],
    ): Promise<JobRow | undefined> {
      return (await queries.nextQuery(lane, rank, pausedProjects).lean<JobRow[]>())[0];
    },

    async newestWaiting(order: Pick<JobRow, 'lane' | 'rank'>, projectId: string): Promise<JobRow | undefined> {
      return (await queries.newestWaitingQuery(order, projectId).lean<JobRow[]>())[0];
    },

    async hasWaiting(which: WaitingFilter, pausedProjects: readonly string[]): Promise<boolean> {
      return (await queries.waitedForQuery(which, pausedProjects).lean<unknown[]>()).length > 0;
    },

    /** Whether a job that makes pages waits, or was started since a moment. @param projectId only of this project */
    async hasPictures(since: Date, pausedProjects: readonly string[], projectId?: string): Promise<boolean> {
      const found = await Promise.all([
        queries.picturesWaitingQuery(pausedProjects, projectId).lean<unknown[]>(),
        queries.picturesSinceQuery(since, projectId).lean<unknown[]>(),
      ]);
      return found.flat().length > 0;
    },

    /** Above a rank, waiting since a moment. */
    async longestWaiting(
      order: { lane: JobLane; above: number },
      before: Date,
      pausedProjects: readonly string[],
    ): Promise<JobRow | undefined> {
      return (await queries.longestWaitingQuery(order, before, pausedProjects).lean<JobRow[]>())[0];
    },

    async agedSince(lane: JobLane, since: Date): Promise<boolean> {
      return (await queries.agedSinceQuery(lane, since).lean<unknown[]>()).length > 0;
    },

    async startedBy(workerId: string): Promise<JobRow | undefined> {
      return (await queries.startedByQuery(workerId).lean<JobRow[]>())[0];
    },

    /** Active jobs that are not paused, by type and status. */
    async activeCounts(
      pausedProjects: readonly string[],
    ): Promise<{ type: JobType; status: JobStatus; count: number }[]> {
      return queries.activeCountsQuery(pausedProjects);
    },

    async withExpiredLease(now: Date): Promise<JobRow[]> {
      return queries.leasesOverQuery(now).limit(SWEEP_JOBS).lean<JobRow[]>();
    },

    /** Updates the document category by revision; older revisions are ignored. No event, as no consumer needs it. */
    async setDocumentCategory(documentId: string, documentCategory: string, documentRev: number): Promise<void> {
      await models.jobs.updateMany(
        { documentId, deletedAt: null, documentRev: { $lt: documentRev } },
        { $set: { documentCategory, documentRev } },
      );
    },

    /** Records the start of an attempt. False if already recorded; later data is kept. */
    async openAttempt({ jobId, number, ...values }: Omit<AttemptRow, '_id'>): Promise<boolean> {
      const open = { $setOnInsert: { jobId, number, ...values } };
      const { upsertedCount } = await models.attempts.updateOne({ _id: `${jobId}:${number}` }, open, { upsert: true });
      return upsertedCount > 0;
    },

    /** Reopens an attempt that was handed back. False if it was not. */
    async continueAttempt({
      jobId,
      number,
      workerId,
    }: Pick<AttemptRow, 'jobId' | 'number' | 'workerId'>): Promise<boolean> {
      const { modifiedCount } = await models.attempts.updateOne(
        { _id: `${jobId}:${number}`, outcome: 'returned' },
        { $set: { workerId, errorMessage: '' }, $unset: { outcome: '', endedAt: '' } },
      );
      return modifiedCount > 0;
    },

    async saveAttempt(attempt: Omit<AttemptRow, '_id'>): Promise<void> {
      const { jobId, number, ...values } = attempt;
      const open = { _id: `${jobId}:${number}`, jobId, number };
      await models.attempts.updateOne({ _id: open._id }, { $set: values, $setOnInsert: open }, { upsert: true });
    },

    /** Newest first. */
    async attempts(jobId: string): Promise<AttemptRow[]> {
      return queries.attemptsQuery(jobId).lean<AttemptRow[]>();
    },

    async appendLog(jobId: string, at: Date, texts: readonly NewLine[]): Promise<void> {
      if (texts.length === 0) return;
      const last = await takeNumbers(jobId, texts.length);
      const first = last - texts.length + 1;
      const rows = texts.map((text, index) => ({
        _id: `${jobId}:${first + index}`,
        jobId,
        seq: first + index,
        at,
        ...(typeof text === 'string' ? { text } : text),
      }));
      await models.logs.insertMany(rows, { ordered: false });
      if (last > MAX_LOG_LINES) await models.logs.deleteMany({ jobId, seq: { $lte: last - MAX_LOG_LINES } });
    },

    /** Adds a named line unless it exists. */
    async appendLogOnce(jobId: string, name: string, at: Date, text: string): Promise<void> {
      const _id = `${jobId}:${name}`;
      if (await models.logs.exists({ _id })) return;
      const seq = await takeNumbers(jobId, 1);
      // a concurrent duplicate loses, leaving its number unused
      await models.logs.updateOne({ _id }, { $setOnInsert: { jobId, seq, at, text } }, { upsert: true });
    },

    /** Oldest first. */
    async log(jobId: string): Promise<LogPage> {
      const lines = await queries.logQuery(jobId).lean<LogPage['lines']>();
      return { lines, dropped: (lines[0]?.seq ?? 1) - 1 };
    },

    /** Removes attempts and logs of deleted jobs. */
    async removeHistory(jobIds: readonly string[]): Promise<void> {
      const ofJobs = { jobId: { $in: jobIds } };
      await models.attempts.deleteMany(ofJobs);
      await models.logs.deleteMany(ofJobs);
      await models.logCounters.deleteMany({ _id: { $in: jobIds } });
    },
  };
}

export type JobRepository = ReturnType<typeof jobRepository>;

export type JobLists = Pick<JobRepository, 'list' | 'active' | 'statistics'>;

export type JobQueue = Pick<JobRepository, 'queue' | 'recentlyCompleted'>;

export type JobStore = Omit<JobRepository, keyof JobLists | keyof JobQueue | 'queries' | 'oldLines'>;

function where(filter: JobFilter): QueryFilter<JobRow> {
  const { projects, type, status, createdBy, documentId, createdFrom, createdTo, priorityMin, priorityMax } = filter;
  const { search } = filter;
  const createdAt = { ...(createdFrom && { $gte: createdFrom }), ...(createdTo && { $lt: createdTo }) };
  const priority = {
    ...(priorityMin !== undefined && { $gte: priorityMin }),
    ...(priorityMax !== undefined && { $lte: priorityMax }),
  };
  return {
    ...inProjects(projects),
    deletedAt: null,
    ...(type && { type }),
    ...(status && { status }),
    ...(createdBy && { createdBy }),
    ...(documentId && { documentId }),
    ...(Object.keys(createdAt).length > 0 && { createdAt }),
    ...(Object.keys(priority).length > 0 && { priority }),
    ...(search && { $or: matches(search) }),
  };
}

function matches(search: string): QueryFilter<JobRow>[] {
  const pattern = { $regex: escapeRegExp(search), $options: 'i' };
  // types contain hyphens but display with spaces
  const words = { $regex: escapeRegExp(search).replace(/[\s_]+/g, '-'), $options: 'i' };
  return [{ documentFilename: pattern }, { _id: pattern }, { type: words }];
}

export type JobWriter = RowWriter<JobRow>;
