/** Entry of the child process: one document, then the end. Started by `run-pipeline.ts` and only by it. */
import sharp from 'sharp';
import { PipelineFailure } from './failures.js';
import type { ChildJob, ChildMessage, ParentMessage } from './messages.js';
import { startPdfium } from './pdfium.js';
import { processDocument } from './process-document.js';

sharp.cache(false);
// without a parent nobody waits for the pages
process.on('disconnect', () => process.exit(0));

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started by the page pipeline only.'));
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

/** Sends in order without waiting: the channel keeps the order and a lost channel ends the process. */
const tell = (message: ChildMessage): void => {
  send(message).catch(() => process.exit(1));
};

const pdfium = startPdfium();

async function run(job: ChildJob): Promise<void> {
  try {
    await processDocument(job, await pdfium, {
      opened: (pageCount) => tell({ type: 'opened', pageCount }),
      begun: (pageNumber) => tell({ type: 'begun', pageNumber }),
      page: (page) => tell({ type: 'page', page }),
      log: (message, detail) => tell({ type: 'log', message, detail }),
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
