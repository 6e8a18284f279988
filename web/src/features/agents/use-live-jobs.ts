import { useCallback } from 'react';
import { useBatchedChanges, type BatchHandler } from '../../lib/live/batched-changes.js';
import type { ChangeEvent } from '../../lib/live/live-changes.js';
import { useApiDispatch, type ApiThunk } from '../../lib/http/api-thunks.js';
import { forgetDocument } from './job-lists.js';
import { readFirstPage, readPagesOf } from './job-pages.js';
import type { JobProgress, JobResult } from './job-records.js';
import { jobsApi, MAX_SINGLE_READS, readJob, type JobListQuery } from './jobs-api.js';

/** Milliseconds: a worker reports progress twice a second. */
const BATCH_MS = 400;
interface Received {
  changes: Map<string, ChangeEvent>;
  moved: Set<string>;
}

/** @returns ids of rows with other changes, and of unlisted jobs */
const applyProgress =
  (list: JobListQuery, { changes }: Received): ApiThunk<{ rows: Set<string>; unlisted: Set<string> }> =>
  (dispatch) => {
    const rows = new Set<string>();
    const unlisted = new Set(changes.keys());
    dispatch(
      jobsApi.util.updateQueryData('listJobs', list, ({ pages }) => {
        for (const row of pages.flatMap(({ data }) => data)) {
          if (!unlisted.delete(row.id)) continue;
          const { job, document_id: documentId = row.payload.documentId } = changes.get(row.id) ?? {};
          if (job?.status === row.status && documentId === row.payload.documentId) {
            row.progress = job.progress as JobProgress | null;
            row.result = job.result as JobResult | null;
          } else rows.add(row.id);
        }
      }),
    );
    return { rows, unlisted };
  };

const applyChanges =
  (list: JobListQuery, received: Received): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    const logs = [...received.changes.keys()].map((id) => ({ type: 'JobLog' as const, id }));
    dispatch(jobsApi.util.invalidateTags(logs));
    const { rows, unlisted } = dispatch(applyProgress(list, received));
    // the log of an unlisted job may be open
    dispatch(jobsApi.util.invalidateTags([...unlisted].map((id) => ({ type: 'Job' as const, id }))));
    if (received.moved.size > 0) dispatch(jobsApi.util.invalidateTags(['JobStats']));
    const isAtTop = [...received.moved].some((id) => !rows.has(id) && (unlisted.has(id) || !received.changes.has(id)));
    // the first page contains most of them
    const seen = isAtTop || rows.size > MAX_SINGLE_READS ? await dispatch(readFirstPage(list)) : undefined;
    const others = [...rows].filter((id) => !seen?.has(id));
    if (others.length > MAX_SINGLE_READS) await dispatch(readPagesOf(list, new Set(others)));
    else await Promise.all(others.map((id) => dispatch(readJob(list, id))));
  };

/** `statuses` holds the last known status per job and is updated. */
function receivedOf(gathered: readonly ChangeEvent[], statuses: Map<string, string>): Received {
  const changes = new Map<string, ChangeEvent>();
  const moved = new Set<string>();
  for (const change of gathered) {
    const { id = '', verb, job } = change;
    if (!job || verb === 'created' || statuses.get(id) !== job.status) moved.add(id);
    if (job) statuses.set(id, job.status);
    if (verb !== 'created') changes.set(id, change);
  }
  return { changes, moved };
}

/**
 * Patches progress from events, reads jobs with a new status one by one, and inserts new jobs at the top: reading all
 * rows on every event would be slow.
 */
export function useLiveJobs(list: JobListQuery): void {
  const dispatch = useApiDispatch();
  const begin = useCallback((): BatchHandler => {
    const statuses = new Map<string, string>();
    return {
      accept({ entity, id, verb }) {
        // the job service handles this event concurrently and publishes its own change only later
        if (entity === 'document' && verb === 'deleted' && id !== undefined)
          dispatch(jobsApi.util.updateQueryData('listJobs', list, (pages) => forgetDocument(pages, id)));
        return entity === 'job' && id !== undefined;
      },
      async apply(changes) {
        await dispatch(applyChanges(list, receivedOf(changes, statuses)));
        return undefined;
      },
    };
  }, [dispatch, list]);
  useBatchedChanges(BATCH_MS, begin);
}
