/** Writing read off pictures, in a child process. */
export {
  createOcrReader,
  type OcrLimits,
  type OcrOutcome,
  type OcrReader,
  type OcrSession,
  type OcrSource,
} from './ocr-reader.js';
