/** Opens one untrusted picture or ZIP. Started by `convert-to-pdf.ts`. */
import { serveTask } from '../children/serve-task.js';
import { sharp } from '../pictures/sharp.js';
import { convert } from './convert.js';

sharp.cache(false);
serveTask(convert);
