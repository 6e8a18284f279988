import type { JobType } from '@symbio/proto/job/vocabulary';

/** A queue of the workers. */
export interface Queue {
  type: JobType;
  priority: number;
}

/** 0 is urgent, 9 can wait (OP-31). */
export const PRIORITY = { min: 0, max: 9, default: 5 } as const;
/** Pages that one job may be told to do by their numbers; a job for more is one for the whole document. */
export const MAX_PAGE_NUMBERS = 500;
/** Highest page number there can be: files with more pages are refused (`DEFAULT_LIMITS` of the page engine). */
export const MAX_PAGE_NUMBER = 2_000;
/** How many attempts a job gets before it fails for good (OP-31); 0 and 1 both mean one. */
export const MAX_RETRIES = { min: 0, max: 10, default: 3 } as const;
