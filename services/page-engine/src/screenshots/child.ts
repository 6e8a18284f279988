/** Entry of the child process that opens a screenshot of a stranger: one file, then the end. Started by `redraw-screenshot.ts`. */
import { answerTask } from '../children/answer-task.js';
import { sharp } from '../pictures/sharp.js';
import { redraw } from './redraw.js';

sharp.cache(false);
answerTask(redraw);
