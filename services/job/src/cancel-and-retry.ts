import { AppError, conflict, invalidFields, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { JobDeps } from './job-deps.js';
import { withEvent, type JobRecords } from './job-records.js';
import type { Outcome } from './mapping.js';
import type { JobRow } from './model.js';
import { requestStop, cancel, CANCELLED, retry } from './transitions.js';
import { visibleJob } from './visible-job.js';

const MAX_IDS = 100;

/** Errors of one job that do not affect the others. */
const REFUSALS = new Set<AppError['code']>(['NOT_FOUND', 'PERMISSION_DENIED', 'FAILED_PRECONDITION', 'ABORTED']);

const documentDeleted = (): AppError =>
  conflict('document_gone', 'The document of this job was deleted: there is nothing to work on.');

/** Calls `change` per id with separate outcomes. @throws AppError INVALID_ARGUMENT for no or too many ids */
async function forEachId(ids: readonly string[], change: (id: string) => Promise<JobRow>): Promise<Outcome[]> {
  if (ids.length === 0) throw invalidFields({ ids: 'ids must name at least one job' });
  if (ids.length > MAX_IDS) throw invalidFields({ ids: `ids must name at most ${MAX_IDS} jobs` });
  const outcomes: Outcome[] = [];
  // sequentially: several may concern the same document
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

export function createCancelAndRetry(deps: JobDeps, records: JobRecords) {
  const { repository, writer, clock } = deps;

  /** JOB-22, JOB-23. @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if not cancellable */
  async function cancelOne(id: string, context: CallContext): Promise<JobRow> {
    await visibleJob(deps, id, 'cancel', context);
    const row = await records.move(id, context.actor, (job) => cancel(job, clock.now()));
    await records.addActionLine(id, `${CANCELLED} ({by})`, context.actor);
    return row;
  }

  /**
   * Asks the worker to stop after its current page.
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if not running
   */
  async function stopOne(id: string, context: CallContext): Promise<JobRow> {
    await visibleJob(deps, id, 'stop', context);
    let asked = false;
    const row = await writer.change(id, context.actor, (job, after) => {
      const set = requestStop(job);
      asked = set !== undefined;
      return set && withEvent(set, after);
    });
    if (!row) throw notFound('Job');
    if (asked) await records.addActionLine(id, 'To be stopped after this page ({by})', context.actor);
    return row;
  }

  /**
   * Procedure retry_failed_job (JOB-24). Any failed job may be retried, as a newer worker may succeed, unless its
   * document is gone or has another active job.
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
   */
  async function retryOne(id: string, context: CallContext): Promise<JobRow> {
    const before = await visibleJob(deps, id, 'retry', context);
    // check its own state first, for the better error
    retry(before, clock.now());
    const { documentId } = before;
    if (!documentId) throw documentDeleted();
    const others = await repository.activeOfDocument(documentId);
    if (others.some(({ _id }) => _id !== id))
      throw conflict(
        'document_busy',
        'Another job is working on this document already. Wait until it has ended, or cancel it.',
      );
    const row = await records.move(id, context.actor, (job) => ({
      ...retry(job, clock.now()),
      requestId: context.requestId,
    }));
    await records.addActionLine(id, 'Started again by {by}', context.actor);
    return row;
  }

  return {
    cancel: cancelOne,
    stop: stopOne,
    retry: retryOne,
    cancelAll: (ids: readonly string[], context: CallContext): Promise<Outcome[]> =>
      forEachId(ids, (id) => cancelOne(id, context)),
    retryAll: (ids: readonly string[], context: CallContext): Promise<Outcome[]> =>
      forEachId(ids, (id) => retryOne(id, context)),
  };
}
