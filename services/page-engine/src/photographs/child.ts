/** Opens one untrusted photograph. Started by `develop-photograph.ts`. */
import { serveTask } from '../children/serve-task.js';
import { sharp } from '../pictures/sharp.js';
import { develop } from './develop.js';

sharp.cache(false);
serveTask(develop);
