/** Entry point of the child that opens one untrusted screenshot. Started by `redraw-screenshot.ts`. */
import { answerTask } from '../children/answer-task.js';
import { sharp } from '../pictures/sharp.js';
import { redraw } from './redraw.js';

sharp.cache(false);
answerTask(redraw);
