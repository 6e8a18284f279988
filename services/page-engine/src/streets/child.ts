/** Reads one untrusted street file, or looks for the place of one sheet. Started by `street-tasks.ts`. */
import { serveTask } from '../children/serve-task.js';
import { sharp } from '../pictures/sharp.js';
import { work } from './work.js';

sharp.cache(false);
serveTask(work);
