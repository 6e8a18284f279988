import { uuidV7 } from './uuid.js';

/** Identifies this window while it is open. */
export const WINDOW_ID = uuidV7();
