/** Milliseconds. Waits end on success, so long timeouts cost time only on failures. */

/** One step on a page: a click, a text that appears, a URL that is reached. */
export const STEP_MS = 90_000;
/** The newest toast stays this long: enough for a step to check it, well below a step's timeout. */
export const TOAST_MS = 30_000;
/** Background effect: a processed document, a mail, an event. */
export const EFFECT_MS = 150_000;
/** Reading of sheets in the background, which waits for the pictures of all journeys. */
export const READING_MS = 300_000;
export const TEST_MS = 600_000;
