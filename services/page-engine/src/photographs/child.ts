/** Entry of the child process that opens a photograph of a stranger: one file, then the end. Started by `develop-photograph.ts`. */
import { sharp } from '../pictures/sharp.js';
import { develop } from './develop.js';
import { PhotographFailure } from './failures.js';
import type { DevelopMessage, DevelopTask } from './messages.js';

sharp.cache(false);
// without a parent nobody waits for the pictures
process.on('disconnect', () => process.exit(0));

const send = (message: DevelopMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started with a photograph only.'));
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

async function run(task: DevelopTask): Promise<void> {
  try {
    await send({ type: 'developed', developed: await develop(task) });
  } catch (error) {
    if (!(error instanceof PhotographFailure)) throw error;
    const { reason, message, detail } = error;
    await send({ type: 'failed', reason, message, detail });
  }
  process.exit(0);
}

process.on('message', (task: DevelopTask) => {
  run(task).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
});
