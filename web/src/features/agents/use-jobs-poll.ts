import { useEffect, useRef, type RefObject } from 'react';
import { useApiDispatch } from '../../lib/api-thunks.js';
import { readWhatChanges } from './job-pages.js';
import { JOBS_POLL_MS, type JobListQuery } from './jobs-api.js';

/** What is known of the list that is read again. */
interface PolledList {
  /** Pages that were loaded. */
  pages: number;
  isFetching: boolean;
  isError: boolean;
  /** Reads all of them again, and says so when that fails. */
  refetch: () => unknown;
}

/**
 * Reads the jobs of a list again every 30 seconds while the tab is shown (JOB-15, CONST-06), in case the stream of changes is
 * broken: of many pages those on which something can have changed or is looked at.
 *
 * @param drawn ids of the rows on the screen
 */
export function useJobsPoll(query: JobListQuery, list: PolledList, drawn: RefObject<readonly string[]>): void {
  const dispatch = useApiDispatch();
  const current = useRef(list);
  useEffect(() => {
    current.current = list;
  });
  useEffect(() => {
    const poll = async (): Promise<void> => {
      const { pages, isFetching, isError, refetch } = current.current;
      if (isFetching || document.visibilityState === 'hidden') return;
      if (pages <= 1 || isError || !(await dispatch(readWhatChanges(query, drawn.current)))) refetch();
    };
    const timer = setInterval(() => void poll(), JOBS_POLL_MS);
    return () => clearInterval(timer);
  }, [dispatch, drawn, query]);
}
