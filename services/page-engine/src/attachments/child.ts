/** Opens one untrusted PDF. Started by `attachments.ts`. */
import { serveTask } from '../children/serve-task.js';
import { lookBeside } from './look.js';

serveTask(lookBeside);
