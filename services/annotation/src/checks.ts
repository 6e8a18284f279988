/** Characters of a label, at most: it is drawn beside the annotation. */
export const MAX_CONTENT = 500;
/** Characters of a reason, at most. */
export const MAX_REASON = 500;

/** What is wrong with a label. */
export const contentProblems = (content: string): Record<string, string> =>
  [...content].length > MAX_CONTENT ? { content: `The label must have at most ${MAX_CONTENT} characters` } : {};

/** What is wrong with the reason of a decision. */
export const reasonProblems = (reason: string): Record<string, string> =>
  [...reason].length > MAX_REASON ? { reason: `The reason must have at most ${MAX_REASON} characters` } : {};
