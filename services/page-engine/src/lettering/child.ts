/** Entry of the child process that reads writing off pictures, one page after the other. Started by `ocr-reader.ts`. */
import sharp from 'sharp';
import { startPdfium, type Pdfium } from '../pdf/pdfium.js';
import type { OcrEngine } from './engine.js';
import type { OcrAnswer, OcrSource } from './messages.js';
import { readPage } from './read-page.js';
import { findTesseractProgram } from './tesseract-program.js';

sharp.cache(false);
sharp.concurrency(1);
// without a parent nobody waits for the words
process.on('disconnect', () => process.exit(0));

const send = (answer: OcrAnswer): void => {
  process.send?.(answer, (error: Error | null) => {
    if (error) process.exit(1);
  });
};

let engine: Promise<OcrEngine> | undefined;
const takeEngine = (): Promise<OcrEngine> =>
  (engine ??= findTesseractProgram().then(async (program) => {
    if (program) return program;
    // loaded only here: the worker's image has the program, and does without the packages
    const { startTesseractJs } = await import('./tesseract-js.js');
    return startTesseractJs();
  }));
let pdfium: Promise<Pdfium> | undefined;
const takePdfium = (): Promise<Pdfium> => (pdfium ??= startPdfium({ names: false }));

/** Stands for the engine's name where there was nothing to recognize. */
const NO_ENGINE = 'no lettering';

/** CPU seconds of one page, all threads: at the lowest priority the clock on the wall says little. */
const CPU_SECONDS = 180;
const LOOK_MS = 1_000;

/** Gives the page up, and this process with it, once it has had its share. */
function watch(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1e6 > CPU_SECONDS) process.exit(1);
  }, LOOK_MS);
}

async function answer(source: OcrSource): Promise<OcrAnswer> {
  const started = Date.now();
  const before = process.cpuUsage();
  const share = watch();
  try {
    let name = NO_ENGINE;
    const takeNamed = async (): Promise<OcrEngine> => {
      const reader = await takeEngine();
      name = reader.name;
      return reader;
    };
    const text = await readPage(source, takeNamed, takePdfium);
    const { user, system } = process.cpuUsage(before);
    const cpuMillis = Math.round((user + system) / 1_000);
    return { type: 'read', text, engine: name, millis: Date.now() - started, cpuMillis };
  } catch (error) {
    return { type: 'failed', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearInterval(share);
  }
}

process.on('message', (source: OcrSource) => {
  void answer(source).then(send);
});
