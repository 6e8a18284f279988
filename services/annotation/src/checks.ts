import { MAX_CONTENT, MAX_REASON } from '@symbio/proto/limits';

/** What an annotation is called until somebody names it (DATA-11). */
export const DEFAULT_CONTENT = 'label';

/** What is wrong with a label. */
export const contentProblems = (content: string): Record<string, string> =>
  [...content].length > MAX_CONTENT ? { content: `The label must have at most ${MAX_CONTENT} characters` } : {};

/** What is wrong with the reason of a decision. */
export const reasonProblems = (reason: string): Record<string, string> =>
  [...reason].length > MAX_REASON ? { reason: `The reason must have at most ${MAX_REASON} characters` } : {};
