import { useCallback, useState } from 'react';
import { errorMessage } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import type { Job, JobOutcome } from './job-records.js';
import {
  MAX_BULK,
  putJobs,
  readJob,
  readJobs,
  useCancelJobMutation,
  useCancelJobsMutation,
  useRetryJobMutation,
  useRetryJobsMutation,
  useStopJobMutation,
  type JobListQuery,
} from './jobs-api.js';

export type JobAction = 'cancel' | 'retry';
export type SingleAction = JobAction | 'stop';

/** ERR-24 */
const FAILURES: Record<SingleAction, string> = {
  cancel: 'Failed to cancel job',
  retry: 'Failed to retry job',
  stop: 'Failed to stop job',
};

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

const notifyRejected = (outcomes: readonly JobOutcome[]): string[] =>
  outcomes.filter(({ error }) => error).map(({ id }) => id);

export interface JobActions {
  act: (action: SingleAction, job: Job) => void;
  busy: ReadonlySet<string>;
  /** @returns outcomes in order; never throws */
  actOnMany: (action: JobAction, ids: readonly string[]) => Promise<JobOutcome[]>;
}

/** JOB-22 to JOB-24, OP-32 */
export function useJobActions(list: JobListQuery): JobActions {
  const dispatch = useApiDispatch();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [cancelJob] = useCancelJobMutation();
  const [retryJob] = useRetryJobMutation();
  const [stopJob] = useStopJobMutation();
  const [cancelJobs] = useCancelJobsMutation();
  const [retryJobs] = useRetryJobsMutation();

  const act = useCallback(
    (action: SingleAction, { id }: Job): void => {
      const calls = { cancel: cancelJob, retry: retryJob, stop: stopJob };
      const run = async (): Promise<void> => {
        setBusy((before) => new Set(before).add(id));
        const { data, error } = await calls[action](id);
        if (data) dispatch(putJobs(list, [data]));
        else {
          notify({ type: 'error', title: FAILURES[action], description: errorMessage(error, '') });
          // a refusal usually means that the row was out of date
          await dispatch(readJob(list, id));
        }
        setBusy((before) => new Set([...before].filter((each) => each !== id)));
      };
      void run();
    },
    [cancelJob, dispatch, list, retryJob, stopJob],
  );

  const actOnMany = useCallback(
    async (action: JobAction, ids: readonly string[]): Promise<JobOutcome[]> => {
      const outcomes: JobOutcome[] = [];
      for (const chunk of chunksOf(ids, MAX_BULK)) {
        const { data, error } = await (action === 'cancel' ? cancelJobs(chunk) : retryJobs(chunk));
        const reason = errorMessage(error, FAILURES[action]);
        const found = data ?? chunk.map((id) => ({ id, job: null, error: reason }));
        const changed = found.flatMap(({ job }) => job ?? []);
        dispatch(putJobs(list, changed));
        // refused rows are usually out of date
        if (data) await dispatch(readJobs(list, notifyRejected(data)));
        outcomes.push(...found);
      }
      return outcomes;
    },
    [cancelJobs, dispatch, list, retryJobs],
  );
  return { act, busy, actOnMany };
}
