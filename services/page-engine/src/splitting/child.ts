/** Splits one untrusted PDF. Started by `split-pdf.ts`. */
import { serveTask } from '../children/serve-task.js';
import { split } from './split.js';

serveTask(split);
