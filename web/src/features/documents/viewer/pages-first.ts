/**
 * State of a history entry that opens a record in the page viewer, where it can be marked; its address stays that of
 * the document (DOC-02), which opens the simple viewer on its own (VIEW-03).
 */
export const PAGES_FIRST = { opensPages: true } as const;

export const opensPagesOf = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opensPages' in state && state.opensPages === true;
