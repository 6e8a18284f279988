/** Entry of the child process that opens a photograph of a stranger: one file, then the end. Started by `develop-photograph.ts`. */
import { answerTask } from '../children/answer-task.js';
import { sharp } from '../pictures/sharp.js';
import { develop } from './develop.js';

sharp.cache(false);
answerTask(develop);
