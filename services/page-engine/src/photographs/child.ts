/** Entry point of the child that opens one untrusted photograph. Started by `develop-photograph.ts`. */
import { answerTask } from '../children/answer-task.js';
import { sharp } from '../pictures/sharp.js';
import { develop } from './develop.js';

sharp.cache(false);
answerTask(develop);
