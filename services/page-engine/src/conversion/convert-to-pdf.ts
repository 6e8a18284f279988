import path from 'node:path';
import { childEntry } from '../children/child-entry.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import { runInChild, type TaskLimits } from '../children/run-in-child.js';
import { conversionFailures } from './failures.js';
import type { ConversionLimits, ConversionTask, Converted } from './messages.js';

/** 300 megapixels of colour take 40 CPU seconds; a ZIP of PDFs is held in memory. */
const LIMITS: TaskLimits = { memoryMb: 2_048, cpuMs: 300_000, wallMs: 900_000 };

export const CONVERSION_LIMITS: ConversionLimits = {
  pixels: 400e6,
  pages: DEFAULT_LIMITS.pages,
  files: 1_000,
  unpackedBytes: 1024 * 1024 * 1024,
  pdfBytes: DEFAULT_LIMITS.fileBytes - 1,
};

export interface ConversionOptions extends Pick<ConversionTask, 'file' | 'type' | 'pdf' | 'folder'> {
  limits?: Partial<ConversionLimits>;
  signal?: AbortSignal | undefined;
}

/**
 * Makes a PDF of a TIFF, JPEG, PNG or JPEG 2000 picture, or of a ZIP of these and PDFs, without loss, in an isolated
 * child process.
 *
 * @throws ConversionFailure with a user-facing message
 */
export async function convertToPdf(options: ConversionOptions): Promise<Converted> {
  const { file, type, pdf, folder, limits, signal } = options;
  const task: ConversionTask = {
    ...{ file: path.resolve(file), type, pdf: path.resolve(pdf), folder: path.resolve(folder) },
    limits: { ...CONVERSION_LIMITS, ...limits },
  };
  return runInChild({ entry: childEntry(import.meta.url), task, limits: LIMITS, failures: conversionFailures, signal });
}
