import { useCallback } from 'react';
import { useGatheredChanges, type Gathering } from '../../lib/gathered-changes.js';
import type { ChangeEvent } from '../../lib/live.js';
import { useApiDispatch, type ApiThunk } from '../../lib/api-thunks.js';
import { forgetDocument } from './job-lists.js';
import { readFirstPage, readPagesOf } from './job-pages.js';
import type { JobProgress, JobResult } from './job-records.js';
import { jobsApi, MOST_SINGLE_READS, readJob, type JobListQuery } from './jobs-api.js';

/** Changes of jobs are gathered for so long: a worker reports its progress twice a second. Milliseconds. */
const GATHER_MS = 400;
/** What was received about jobs since the last look. */
interface Received {
  /** The newest change of each job by its id. */
  changes: Map<string, ChangeEvent>;
  /** Jobs that are new, or went from one status to another. */
  moved: Set<string>;
}

/** Puts progress in its place. @returns ids of the rows of which more than the progress changed, and of jobs without row */
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
    // a job without a row may still be the one whose log is open
    dispatch(jobsApi.util.invalidateTags([...unlisted].map((id) => ({ type: 'Job' as const, id }))));
    if (received.moved.size > 0) dispatch(jobsApi.util.invalidateTags(['JobStats']));
    const isAtTop = [...received.moved].some((id) => !rows.has(id) && (unlisted.has(id) || !received.changes.has(id)));
    // the first page shows most of them
    const seen = isAtTop || rows.size > MOST_SINGLE_READS ? await dispatch(readFirstPage(list)) : undefined;
    const others = [...rows].filter((id) => !seen?.has(id));
    if (others.length > MOST_SINGLE_READS) await dispatch(readPagesOf(list, new Set(others)));
    else await Promise.all(others.map((id) => dispatch(readJob(list, id))));
  };

/** What changes say: `statuses` is what was known of each job before, and is brought up to date. */
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
 * Keeps the rows of a list true while they are on screen: progress comes with the change itself, a job whose status changed
 * is read alone and put in its place, a new one comes in at the top. Reading a thousand rows again for each page that a
 * worker has made would be felt.
 */
export function useLiveJobs(list: JobListQuery): void {
  const dispatch = useApiDispatch();
  const begin = useCallback((): Gathering => {
    const statuses = new Map<string, string>();
    return {
      accept({ entity, id, verb }) {
        // the job service receives it at the same time as this screen, and publishes its part only later
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
  useGatheredChanges(GATHER_MS, begin);
}
