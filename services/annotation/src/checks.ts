import { MAX_CONTENT, MAX_REASON } from '@symbio/proto/limits';

/** Default label (DATA-11). */
export const DEFAULT_CONTENT = 'label';

export const contentProblems = (content: string): Record<string, string> =>
  [...content].length > MAX_CONTENT ? { content: `The label must have at most ${MAX_CONTENT} characters` } : {};

export const reasonProblems = (reason: string): Record<string, string> =>
  [...reason].length > MAX_REASON ? { reason: `The reason must have at most ${MAX_REASON} characters` } : {};
