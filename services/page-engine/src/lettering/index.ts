export {
  createOcrReader,
  type OcrLimits,
  type OcrOptions,
  type OcrOutcome,
  type OcrReader,
  type OcrSession,
  type OcrSource,
} from './ocr-reader.js';
export { MODELS } from './ppocr/model/models.js';
