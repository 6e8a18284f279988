import { useEffect, useRef, type RefObject } from 'react';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { readChangingPages } from './job-pages.js';
import { JOBS_POLL_MS, type JobListQuery } from './jobs-api.js';

interface PolledList {
  pages: number;
  isFetching: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/**
 * In case the event stream fails: polls visible tabs every 30 seconds (JOB-15, CONST-06). Of several pages only those
 * with active or visible jobs are read.
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
      if (pages <= 1 || isError || !(await dispatch(readChangingPages(query, drawn.current)))) refetch();
    };
    const timer = setInterval(() => void poll(), JOBS_POLL_MS);
    return () => clearInterval(timer);
  }, [dispatch, drawn, query]);
}
