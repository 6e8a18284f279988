/** Entry point of the child for one document, started by `run-pipeline.ts`. */
import { sharp } from '../pictures/sharp.js';
import { PipelineFailure } from '../children/failures.js';
import { startPdfium } from '../pdf/pdfium.js';
import type { ChildJob, ChildMessage, ParentMessage } from './messages.js';
import { processDocument } from './process-document.js';

sharp.cache(false);
process.on('disconnect', () => process.exit(0));

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started by the page pipeline only.'));
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

/** Sends without waiting: the channel keeps the order, and losing it ends the process. */
const post = (message: ChildMessage): void => {
  send(message).catch(() => process.exit(1));
};

const pdfium = startPdfium();

async function run(job: ChildJob): Promise<void> {
  try {
    await processDocument(job, await pdfium, {
      opened: (pageCount) => post({ type: 'opened', pageCount }),
      begun: (pageNumber) => post({ type: 'begun', pageNumber }),
      page: (page) => post({ type: 'page', page }),
      log: (message, detail) => post({ type: 'log', message, detail }),
    });
    await send({ type: 'finished' });
  } catch (error) {
    if (!(error instanceof PipelineFailure)) throw error;
    const { reason, message, detail } = error;
    await send({ type: 'failed', reason, message, detail });
  }
  process.exit(0);
}

process.on('message', (message: ParentMessage) => {
  run(message.job).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
});
