import { uuidV7 } from './uuid.js';

/** Distinguishes this window from the others of the same person, for as long as it is open. */
export const WINDOW_ID = uuidV7();
