/**
 * How long journeys wait, in milliseconds, in one place. A wait ends when what it waits for is there, so that patience
 * costs time only where something is broken; it suits a machine several times slower than a developer's.
 */

/** One step on a page: a click, a sentence that appears, an address that is reached. */
export const STEP_MS = 90_000;
/** The newest toast on a page stays this long: for a step that looks at it, and well before one gives up that it is in the way of. */
export const TOAST_MS = 30_000;
/** An effect that others have to work for: a document that is processed, a mail, an event. */
export const EFFECT_MS = 150_000;
/** One test, which is many steps and effects. */
export const TEST_MS = 600_000;
