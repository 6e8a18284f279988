/** Entry point of the OCR child, started by `ocr-reader.ts`; handles pages sequentially. */
import { sharp } from '../pictures/sharp.js';
import { startPdfium, type Pdfium } from '../pdf/pdfium.js';
import { chooseReader, type ChosenReader } from './choose-reader.js';
import type { OcrAnswer, OcrSource } from './messages.js';
import { textWithin } from './areas.js';

sharp.cache(false);
sharp.concurrency(1);
process.on('disconnect', () => process.exit(0));

const send = (answer: OcrAnswer): void => {
  process.send?.(answer, (error: Error | null) => {
    if (error) process.exit(1);
  });
};

let pdfium: Promise<Pdfium> | undefined;
const takePdfium = (): Promise<Pdfium> => (pdfium ??= startPdfium({ names: false }));

let chosen: Promise<ChosenReader> | undefined;
/** The models folder is the argument. */
const takeReader = (): Promise<ChosenReader> => (chosen ??= chooseReader(process.argv[2], takePdfium));

/** CPU seconds per page, all threads; at lowest priority wall time says little. */
const CPU_SECONDS = 300;
const PROGRESS_MS = 500;
const LOOK_MS = 1_000;

/** Ends this process when the page exceeds its CPU limit. */
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
    const { reader, notice } = await takeReader();
    let told = started;
    const read = await reader.read(source, (share) => {
      if (Date.now() - told < PROGRESS_MS) return;
      told = Date.now();
      send({ type: 'progress', share });
    });
    const text = textWithin(read, source.areas);
    const { user, system } = process.cpuUsage(before);
    const cpuMillis = Math.round((user + system) / 1_000);
    const millis = Date.now() - started;
    // maxRSS is in KiB
    const peakMb = Math.round((process.resourceUsage().maxRSS * 1_024) / 1e6);
    return { type: 'read', text, engine: reader.name, millis, cpuMillis, peakMb, ...(notice && { notice }) };
  } catch (error) {
    return { type: 'failed', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearInterval(share);
  }
}

process.on('message', (source: OcrSource) => {
  void answer(source).then(send);
});
