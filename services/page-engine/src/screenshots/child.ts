/** Entry point of the child that opens one untrusted screenshot. Started by `redraw-screenshot.ts`. */
import { serveTask } from '../children/serve-task.js';
import { sharp } from '../pictures/sharp.js';
import { redraw } from './redraw.js';

sharp.cache(false);
serveTask(redraw);
