/** Opens one untrusted PDF with a password. Started by `unlock-pdf.ts`. */
import { serveTask } from '../children/serve-task.js';
import { unlock } from './unlock.js';

serveTask(unlock);
