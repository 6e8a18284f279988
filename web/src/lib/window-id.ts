import { uuidV7 } from './uuid.js';

export const WINDOW_ID = uuidV7();
