/** Lower than pictures (5, or 2 for single pages); the job service puts small documents first (decision 0085). */
export const READING_PRIORITY = {
  viewed: 3,
  upload: 6,
  /** Documents that were not read earlier. */
  last: 9,
} as const;
