import { uuidV7 } from '../http/uuid.js';

export const WINDOW_ID = uuidV7();
