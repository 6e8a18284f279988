/** What can be done with jobs: plain functions of a caller and a request, over the repository, the writer and a clock. */
import {
  AppError,
  conflict,
  invalidFields,
  isId,
  jobSubject,
  newId,
  notFound,
  pageSpec,
  serviceActor,
  type Actor,
  type CallContext,
  type CallParent,
  type Change,
  type Client,
  type Clock,
  type Logger,
  type Metrics,
  type PageSpec,
} from '@symbio/kit';
import type { ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { CreateJobRequest, JobPayload, ListJobsRequest } from '@symbio/proto/job';
import { jobChanged, jobCreated, offer, told } from './events.js';
import {
  isJobType,
  JOB_TYPES,
  MAX_PAGE_NUMBER,
  MAX_PAGE_NUMBERS,
  MAX_RETRIES,
  PRIORITY,
  type JobType,
} from './job-types.js';
import type { AttemptOutcome, AttemptRow, JobRow } from './model.js';
import { authorize, type JobAction } from './policy.js';
import {
  SORT_FIELDS,
  type JobFilter,
  type JobOrder,
  type JobRepository,
  type JobWriter,
  type LogPage,
  type SortName,
  type Statistics,
} from './repository.js';
import {
  abandon,
  ACTIVE_STATUSES,
  cancel,
  canStart,
  CANCELLED,
  complete,
  created,
  fail,
  giveBack,
  holds,
  isJobStatus,
  isOver,
  JOB_STATUSES,
  loseWorker,
  retry,
  start,
  type Failure,
  type Progress,
  type Result,
  type StateChange,
} from './transitions.js';

export interface JobsOptions {
  repository: JobRepository;
  writer: JobWriter;
  access: ProjectAccess;
  documents: Pick<Client<typeof DocumentServiceService>, 'getDocument'>;
  /** A call of the service's own account. */
  asSelf: (signal: AbortSignal) => Promise<CallParent>;
  /** How many tickets the queue of a type holds, by subject. */
  queueDepths: (type: JobType) => Promise<Readonly<Record<string, number>>>;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
  /** Milliseconds a worker may stay silent. */
  leaseMs: number;
  /** Milliseconds before the 2nd, 3rd, ... attempt. */
  retryDelaysMs: readonly number[];
}

/** Which attempt a worker speaks about. */
export interface Hold {
  jobId: string;
  attempt: number;
  workerId: string;
}

/** What became of one job of several: the job, or why it was refused. */
export interface Outcome {
  id: string;
  row?: JobRow;
  refusal?: AppError;
}

/** What changes in a job: its state, and that its document is gone. */
type RowChange = StateChange & Pick<Partial<JobRow>, 'documentId'>;

/** Jobs that can be cancelled or retried by one call. */
const MAX_IDS = 100;
/** Longest search text, in characters. */
const MAX_SEARCH = 200;
/** Milliseconds after which a ticket that no worker took must still be in its queue. */
const TICKET_MS = 60_000;
const DOCUMENT_DELETED = 'The document was deleted.';
/** Characters of one log line; what is longer is cut. */
const MAX_LINE = 2_000;
/** Characters of an error's details. */
const MAX_DETAILS = 10_000;

export class Jobs {
  readonly #o: JobsOptions;
  /** On whose behalf changes happen that nobody asked for. */
  readonly #self: Actor = serviceActor('job');

  constructor(options: JobsOptions) {
    this.#o = options;
  }

  /** Adds a job and offers it to workers. The same id again answers the job there is. */
  async create(request: CreateJobRequest, context: CallContext): Promise<JobRow> {
    const { type, payload, pageNumbers, priority, maxRetries } = checkCreation(request);
    const role = await this.#o.access.require(context, payload.projectId, 'viewer');
    authorize(context.actor, 'create', role);
    const document = await this.#documentOf(request, payload, context);
    const id = request.id || newId();
    const now = this.#o.clock.now();
    const row = await this.#o.writer.insert(
      id,
      {
        ...created(now, maxRetries),
        type,
        projectId: payload.projectId,
        ...(payload.documentId && { documentId: payload.documentId }),
        ...(pageNumbers.length > 0 && { pageNumbers }),
        ...document,
        priority,
        createdBy: context.actor.sub,
      },
      context.actor,
      (inserted) => [told(jobCreated, inserted), offer(inserted)],
    );
    if (!row) return this.#sameJob(id, type, payload.projectId);
    await this.#o.repository.appendLog(id, now, [
      `Created: ${type}${row.documentFilename && ` for ${row.documentFilename}`}`,
    ]);
    return row;
  }

  async get(id: string, context: CallContext): Promise<JobRow> {
    return this.#visible(id, 'read', context);
  }

  async list(
    request: ListJobsRequest,
    context: CallContext,
  ): Promise<{ rows: JobRow[]; count: number; page: PageSpec }> {
    const page = pageSpec(request.paging);
    const { filter, order } = checkList(request);
    const projectIds = await this.#projects(request.projectId, context);
    return { ...(await this.#o.repository.list({ ...filter, projectIds }, order, page)), page };
  }

  /** The newest job of each document that is not over; jobs without a document each count for themselves. */
  async listActive(projectId: string, context: CallContext): Promise<JobRow[]> {
    await this.#o.access.require(context, projectId, 'viewer');
    const seen = new Set<string>();
    return (await this.#o.repository.active(projectId)).filter(({ _id, documentId = _id }) => {
      const first = !seen.has(documentId);
      seen.add(documentId);
      return first;
    });
  }

  async log(id: string, context: CallContext): Promise<LogPage> {
    await this.#visible(id, 'read', context);
    return this.#o.repository.log(id);
  }

  async attempts(id: string, context: CallContext): Promise<AttemptRow[]> {
    await this.#visible(id, 'read', context);
    return this.#o.repository.attempts(id);
  }

  async statistics(projectId: string, since: Date | undefined, context: CallContext): Promise<Statistics> {
    const now = this.#o.clock.now();
    const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
    return this.#o.repository.statistics(await this.#projects(projectId, context), since ?? midnight);
  }

  /** JOB-22, JOB-23. */
  async cancel(id: string, context: CallContext): Promise<JobRow> {
    await this.#visible(id, 'cancel', context);
    const row = await this.#move(id, context.actor, (job) => cancel(job, this.#o.clock.now()));
    await this.#log(id, `${CANCELLED} (${context.actor.name})`);
    return row;
  }

  /**
   * JOB-24. Any job that failed may be tried again, as a newer version of the worker may read what this one refuses. Only
   * without a document there is nothing to try, and a second job on the same document would be in the first one's way.
   */
  async retry(id: string, context: CallContext): Promise<JobRow> {
    const before = await this.#visible(id, 'retry', context);
    // its own state is a better reason for a refusal than what others do
    retry(before, this.#o.clock.now());
    const { documentId } = before;
    if (!documentId) throw documentGone();
    if (!(await this.#documentExists(documentId, context))) {
      // what the event would tell in a moment is true already
      await this.documentDeleted(documentId);
      throw documentGone();
    }
    const others = await this.#o.repository.activeOfDocument(documentId);
    if (others.some(({ _id }) => _id !== id))
      throw conflict('document_busy', 'Another job is working on this document already.');
    const row = await this.#move(id, context.actor, (job) => retry(job, this.#o.clock.now()), { offers: true });
    await this.#log(id, `Started again by ${context.actor.name}`);
    return row;
  }

  /** `cancel` for several jobs; each has its own outcome. */
  cancelAll(ids: readonly string[], context: CallContext): Promise<Outcome[]> {
    return this.#each(ids, (id) => this.cancel(id, context));
  }

  /** `retry` for several jobs; each has its own outcome. */
  retryAll(ids: readonly string[], context: CallContext): Promise<Outcome[]> {
    return this.#each(ids, (id) => this.retry(id, context));
  }

  async #each(ids: readonly string[], change: (id: string) => Promise<JobRow>): Promise<Outcome[]> {
    if (ids.length === 0) throw invalidFields({ ids: 'ids must name at least one job' });
    if (ids.length > MAX_IDS) throw invalidFields({ ids: `ids must name at most ${MAX_IDS} jobs` });
    const outcomes: Outcome[] = [];
    // one after another: two of them may be about the same document
    for (const id of ids) {
      try {
        outcomes.push({ id, row: await change(id) });
      } catch (error) {
        if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
        outcomes.push({ id, refusal: error });
      }
    }
    return outcomes;
  }

  /** A worker takes an offered attempt. undefined: the offer is stale. */
  async startAttempt({ jobId, attempt, workerId }: Hold, actor: Actor): Promise<JobRow | undefined> {
    const { clock, leaseMs, writer, repository } = this.#o;
    const now = clock.now();
    let taken = false;
    const row = await writer.change(jobId, actor, (job, after) => {
      // the same worker asks again when it did not hear the answer
      taken = holds(job, attempt, workerId);
      if (taken || !canStart(job, attempt)) return undefined;
      taken = true;
      return this.#change(start(job, { now, workerId, leaseMs }), after);
    });
    if (!row || !taken) return undefined;
    await repository.saveAttempt({
      jobId,
      number: attempt,
      workerId,
      startedAt: row.startedAt ?? now,
      errorMessage: '',
    });
    this.#o.metrics.jobWait.observe({ kind: row.type }, Math.max(0, now.getTime() - row.scheduledAt.getTime()) / 1_000);
    await this.#log(jobId, `Attempt ${attempt} started`);
    return row;
  }

  /** A worker is alive. false: it does not hold the job any more and must stop. */
  async reportProgress(
    hold: Hold,
    progress: Progress | undefined,
    lines: readonly string[],
    actor: Actor,
  ): Promise<boolean> {
    const before = await this.#o.repository.find(hold.jobId);
    if (!before || !holds(before, hold.attempt, hold.workerId)) return false;
    // before the event: who reads the log because of it finds the lines
    await this.#log(hold.jobId, ...lines);
    let held = false;
    await this.#o.writer.change(hold.jobId, actor, (job, after) => {
      held = holds(job, hold.attempt, hold.workerId);
      if (!held) return undefined;
      const moved =
        progress &&
        (progress.done !== job.progress?.done ||
          progress.total !== job.progress.total ||
          progress.message !== job.progress.message);
      const set = { leaseUntil: new Date(this.#o.clock.now().getTime() + this.#o.leaseMs), ...(moved && { progress }) };
      // a sign of life is nobody else's business; how far the job is and what it says, is
      return { set, events: moved || lines.length > 0 ? [told(jobChanged, after(set))] : [] };
    });
    return held;
  }

  async completeAttempt(
    hold: Hold,
    result: Result | undefined,
    lines: readonly string[],
    actor: Actor,
  ): Promise<JobRow> {
    const now = this.#o.clock.now();
    const before = await this.#held(hold, 'completed');
    if (before.status === 'completed') return before;
    await this.#closeAttempt(before, now, 'completed');
    await this.#log(hold.jobId, ...lines, 'Completed');
    const row = await this.#moveHeld(hold, actor, (job) => complete(job, now, result));
    this.#ended(before, 'completed', now);
    return row;
  }

  async failAttempt(hold: Hold, failure: Failure, lines: readonly string[], actor: Actor): Promise<JobRow> {
    const now = this.#o.clock.now();
    const details = failure.details.slice(0, MAX_DETAILS);
    const before = await this.#held(hold);
    const decide = (job: JobRow) => fail(job, { ...failure, details }, now, this.#o.retryDelaysMs);
    await this.#closeAttempt(before, now, 'failed', failure.message);
    await this.#log(hold.jobId, ...lines, outcomeLine({ ...before, ...decide(before) }, before.attempt, now));
    const row = await this.#moveHeld(hold, actor, decide);
    this.#ended(before, 'failed', now);
    this.#givenUp(row);
    return row;
  }

  /** A worker that stops hands its job back: it is offered again at once, and the attempt does not count. */
  async giveBackAttempt(hold: Hold, lines: readonly string[], actor: Actor): Promise<JobRow> {
    const now = this.#o.clock.now();
    const before = await this.#held(hold);
    const message = 'The worker was stopped and handed the job back.';
    await this.#closeAttempt(before, now, 'returned', message);
    await this.#log(hold.jobId, ...lines, message);
    const row = await this.#moveHeld(hold, actor, (job) => giveBack(job, now));
    this.#ended(before, 'returned', now);
    return (await this.#offer(row)) ?? row;
  }

  /** Sends the tickets of attempts whose time has come and takes jobs back from silent workers. */
  async sweep(): Promise<void> {
    const now = this.#o.clock.now();
    for (const job of await this.#o.repository.abandonedByWorkers(now)) await this.#takeBack(job, now);
    for (const job of await this.#o.repository.due(now)) await this.#offer(job);
  }

  /**
   * Looks after what nobody asks for: how many jobs wait, for the metrics; and tickets that got lost, because the queue
   * was replaced by an empty one. A second ticket of an attempt does no harm.
   */
  async tend(): Promise<void> {
    const { repository, metrics, clock } = this.#o;
    const counts = await repository.activeCounts();
    for (const kind of JOB_TYPES)
      for (const status of ACTIVE_STATUSES) {
        const found = counts.find((one) => one.type === kind && one.status === status);
        metrics.jobsActive.set({ kind, status }, found?.count ?? 0);
      }
    const waiting = await repository.offeredBefore(new Date(clock.now().getTime() - TICKET_MS));
    const sent = waiting.filter(({ outbox }) => outbox.length === 0);
    for (const type of new Set(sent.map((job) => job.type))) {
      const depths = await this.#o.queueDepths(type);
      const lost = sent.filter((job) => job.type === type && !depths[jobSubject(type, job.priority)]);
      for (const job of lost) await this.#offerAgain(job);
    }
  }

  /** Jobs of a document that is gone end; their history stays, without a link that leads nowhere. */
  async documentDeleted(documentId: string): Promise<void> {
    for (const { _id } of await this.#o.repository.ofDocument(documentId))
      await this.#forgetDocument(_id, DOCUMENT_DELETED);
  }

  /** Jobs say what their document is (JOB-26). */
  async documentChanged(documentId: string, category: string): Promise<void> {
    await this.#o.repository.setDocumentCategory(documentId, category);
  }

  /** Jobs of a project that is gone go with it. A worker that has one of them loses it at its next report. */
  async projectDeleted(projectId: string): Promise<void> {
    const ids = (await this.#o.repository.ofProject(projectId)).map(({ _id }) => _id);
    for (const id of ids) await this.#o.writer.change(id, this.#self, () => ({ remove: true, events: [] }));
    await this.#o.repository.removeHistory(ids);
  }

  async #takeBack(job: JobRow, now: Date): Promise<void> {
    let taken = false;
    const row = await this.#o.writer.change(job._id, this.#self, (current, after) => {
      // it may have spoken since the query
      taken = current.attempt === job.attempt && current.status === 'processing' && (current.leaseUntil ?? now) <= now;
      return taken ? this.#change(loseWorker(current, now, this.#o.retryDelaysMs), after) : undefined;
    });
    if (!row || !taken) return;
    await this.#closeAttempt(job, now, 'lost', row.errorMessage);
    await this.#log(job._id, outcomeLine(row, job.attempt, now));
    this.#o.log.warn({ job_id: job._id, kind: job.type, attempt: job.attempt, worker: job.workerId }, 'worker lost');
    this.#ended(job, 'lost', now);
    this.#givenUp(row);
  }

  async #offerAgain({ _id, attempt, type }: JobRow): Promise<void> {
    await this.#o.writer.change(_id, this.#self, (job) =>
      canStart(job, attempt) ? { set: {}, events: [offer(job)] } : undefined,
    );
    this.#o.log.warn({ job_id: _id, kind: type, attempt }, 'its ticket was lost, offered again');
  }

  #ended(job: JobRow, outcome: AttemptOutcome, now: Date): void {
    const seconds = (now.getTime() - (job.startedAt ?? now).getTime()) / 1_000;
    this.#o.metrics.jobAttempts.observe({ kind: job.type, outcome }, Math.max(0, seconds));
  }

  /** A job that failed for good stays as it is, for a person to look at and retry. */
  #givenUp({ _id, type, status, currentAttempts, errorMessage }: JobRow): void {
    if (status !== 'failed') return;
    this.#o.metrics.jobsGivenUp.inc({ kind: type });
    this.#o.log.error({ job_id: _id, kind: type, attempts: currentAttempts, reason: errorMessage }, 'job given up');
  }

  /** Sends the ticket of a job's newest attempt, once. */
  async #offer({ _id, attempt }: JobRow): Promise<JobRow | undefined> {
    return this.#o.writer.change(_id, this.#self, (job, after) =>
      job.status === 'retrying' && !job.offered && job.attempt === attempt
        ? { set: { offered: true }, events: [offer(after({ offered: true }))] }
        : undefined,
    );
  }

  /** One change for both, so that nobody ever sees a job that ended and still leads to its document. */
  async #forgetDocument(id: string, reason: string): Promise<void> {
    const now = this.#o.clock.now();
    let before: JobRow | undefined;
    await this.#o.writer.change(id, this.#self, (job, after) => {
      before = undefined;
      if (!job.documentId) return undefined;
      if (!isOver(job)) before = job;
      return this.#change({ ...(before && abandon(job, now, reason)), documentId: undefined }, after);
    });
    if (before?.status === 'processing') {
      await this.#closeAttempt(before, now, 'abandoned', reason);
      this.#ended(before, 'abandoned', now);
    }
    if (before) await this.#log(id, reason);
  }

  async #visible(id: string, action: JobAction, context: CallContext): Promise<JobRow> {
    const row = isId(id) ? await this.#o.repository.find(id) : null;
    if (!row) throw notFound('Job');
    const role = await this.#o.access.require(context, row.projectId, 'viewer').catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === 'NOT_FOUND' ? notFound('Job') : error;
    });
    authorize(context.actor, action, role);
    return row;
  }

  /** The project asked about, or all that the caller may see and that have jobs. */
  async #projects(projectId: string, context: CallContext): Promise<string[]> {
    if (projectId) {
      await this.#o.access.require(context, projectId, 'viewer');
      return [projectId];
    }
    return [...(await this.#o.access.visible(context, await this.#o.repository.projectIds()))];
  }

  /** Asked on the service's own account: a caller who may not see a document says nothing about whether it is there. */
  async #documentExists(id: string, { signal }: CallContext): Promise<boolean> {
    try {
      await this.#o.documents.getDocument({ id }, await this.#o.asSelf(signal));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }

  /** File name and category of the job's document, asked for when the creator does not say. */
  async #documentOf(request: CreateJobRequest, payload: JobPayload, context: CallContext) {
    const { documentFilename, documentCategory } = request;
    if (documentFilename || !payload.documentId) return { documentFilename, documentCategory };
    const { document } = await this.#o.documents.getDocument({ id: payload.documentId }, context);
    if (document?.projectId !== payload.projectId) throw notFound('Document');
    return { documentFilename: document.fileName, documentCategory: document.category };
  }

  async #sameJob(id: string, type: JobType, projectId: string): Promise<JobRow> {
    const row = await this.#o.repository.find(id);
    if (row?.type === type && row.projectId === projectId) return row;
    throw conflict('id_taken', 'This id belongs to another job.');
  }

  /** The job as long as the worker holds it. @throws AppError FAILED_PRECONDITION otherwise */
  async #held({ jobId, attempt, workerId }: Hold, alreadyFine?: 'completed'): Promise<JobRow> {
    const row = await this.#o.repository.find(jobId);
    if (row && (holds(row, attempt, workerId) || (row.attempt === attempt && row.status === alreadyFine))) return row;
    throw leaseLost();
  }

  #moveHeld(hold: Hold, actor: Actor, decide: (job: JobRow) => StateChange): Promise<JobRow> {
    return this.#move(hold.jobId, actor, (job) => {
      if (!holds(job, hold.attempt, hold.workerId)) throw leaseLost();
      return decide(job);
    });
  }

  async #move(
    id: string,
    actor: Actor,
    decide: (job: JobRow) => StateChange,
    { offers = false } = {},
  ): Promise<JobRow> {
    const row = await this.#o.writer.change(id, actor, (job, after) => {
      const { set, events } = this.#change(decide(job), after);
      return { set, events: offers ? [...events, offer(after(set))] : events };
    });
    if (!row) throw notFound('Job');
    return row;
  }

  #change(set: RowChange, after: (set: RowChange) => JobRow): Required<Pick<Change<JobRow>, 'set' | 'events'>> {
    return { set, events: [told(jobChanged, after(set))] };
  }

  async #closeAttempt(job: JobRow, endedAt: Date, outcome: AttemptOutcome, errorMessage = ''): Promise<void> {
    await this.#o.repository.saveAttempt({
      jobId: job._id,
      number: job.attempt,
      workerId: job.workerId ?? '',
      startedAt: job.startedAt ?? endedAt,
      endedAt,
      outcome,
      errorMessage,
    });
  }

  async #log(jobId: string, ...lines: string[]): Promise<void> {
    const clean = lines.flatMap((line) => line.split(/\r?\n/)).map((line) => line.slice(0, MAX_LINE));
    await this.#o.repository.appendLog(jobId, this.#o.clock.now(), clean);
  }
}

const documentGone = () =>
  conflict('document_gone', 'The document of this job was deleted: there is nothing to work on.');

const leaseLost = () => conflict('lease_lost', 'This worker does not hold the job any more.');

/** Refusals of one job of several that say nothing about the others. */
const REFUSALS = new Set<AppError['code']>(['NOT_FOUND', 'PERMISSION_DENIED', 'FAILED_PRECONDITION', 'ABORTED']);

/** The log's line about an attempt that did not complete. @param job as it is after the attempt */
function outcomeLine({ status, scheduledAt, errorMessage: message }: JobRow, attempt: number, now: Date): string {
  if (status === 'failed') return `Attempt ${attempt} failed, no more attempts: ${message}`;
  const seconds = Math.round((scheduledAt.getTime() - now.getTime()) / 1_000);
  return `Attempt ${attempt} failed, next one in ${seconds} s: ${message}`;
}

const outside = (value: number, { min, max }: { min: number; max: number }): boolean =>
  !Number.isInteger(value) || value < min || value > max;

function checkCreation(request: CreateJobRequest) {
  const { id, type, payload, priority = PRIORITY.default, maxRetries = MAX_RETRIES.default } = request;
  const pageNumbers = [...new Set(payload?.pageNumbers)].sort((a, b) => a - b);
  const fields: Record<string, string> = {};
  if (id && !isId(id)) fields['id'] = 'id must be a UUID';
  if (!isJobType(type)) fields['type'] = `type must be one of ${JOB_TYPES.join(', ')}`;
  if (!payload?.projectId) fields['payload.projectId'] = 'projectId is required';
  if (outside(priority, PRIORITY))
    fields['priority'] = `priority must be a whole number from ${PRIORITY.min} to ${PRIORITY.max}`;
  if (outside(maxRetries, MAX_RETRIES))
    fields['max_retries'] = `max_retries must be a whole number from ${MAX_RETRIES.min} to ${MAX_RETRIES.max}`;
  if (pageNumbers.length > MAX_PAGE_NUMBERS)
    fields['payload.pageNumbers'] = `pageNumbers must name at most ${MAX_PAGE_NUMBERS} pages`;
  else if (pageNumbers.some((number) => outside(number, { min: 1, max: MAX_PAGE_NUMBER })))
    fields['payload.pageNumbers'] = `pageNumbers must be whole numbers from 1 to ${MAX_PAGE_NUMBER}`;
  if (Object.keys(fields).length > 0 || !payload || !isJobType(type)) throw invalidFields(fields);
  return { type, payload, pageNumbers, priority, maxRetries };
}

const isSortName = (text: string): text is SortName => Object.hasOwn(SORT_FIELDS, text);

function checkList(request: ListJobsRequest): { filter: Omit<JobFilter, 'projectIds'>; order: JobOrder } {
  const { type, status, createdBy, documentId, createdFrom, createdTo, priorityMin, priorityMax } = request;
  const search = request.search.trim();
  const sort = request.sort || 'created_at';
  const order = request.order || 'desc';
  const fields: Record<string, string> = {};
  if (type && !isJobType(type)) fields['type'] = `type must be one of ${JOB_TYPES.join(', ')}`;
  if (status && !isJobStatus(status)) fields['status'] = `status must be one of ${JOB_STATUSES.join(', ')}`;
  if (!isSortName(sort)) fields['sort'] = `sort must be one of ${Object.keys(SORT_FIELDS).join(', ')}`;
  if (order !== 'asc' && order !== 'desc') fields['order'] = 'order must be asc or desc';
  for (const [name, priority] of Object.entries({ priority_min: priorityMin, priority_max: priorityMax }))
    if (priority !== undefined && outside(priority, PRIORITY))
      fields[name] = `${name} must be a whole number from ${PRIORITY.min} to ${PRIORITY.max}`;
  if ((priorityMin ?? PRIORITY.min) > (priorityMax ?? PRIORITY.max))
    fields['priority_max'] ??= 'priority_max must not be less than priority_min';
  if (createdFrom && createdTo && createdFrom > createdTo)
    fields['created_to'] = 'created_to must not be before created_from';
  if (search.length > MAX_SEARCH) fields['search'] = `Search is too long (at most ${MAX_SEARCH} characters)`;
  if (Object.keys(fields).length > 0 || !isSortName(sort)) throw invalidFields(fields);
  return {
    filter: {
      ...(isJobType(type) && { type }),
      ...(isJobStatus(status) && { status }),
      ...(createdBy && { createdBy }),
      ...(documentId && { documentId }),
      ...(search && { search }),
      createdFrom,
      createdTo,
      priorityMin,
      priorityMax,
    },
    order: { sort, descending: order === 'desc' },
  };
}
