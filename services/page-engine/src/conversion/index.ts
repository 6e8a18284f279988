export { CONVERSION_LIMITS, convertToPdf, type ConversionOptions } from './convert-to-pdf.js';
export { DOCUMENT_HEAD_BYTES, documentTypeOf, type DocumentType } from './document-type.js';
export { ConversionFailure, type ConversionFailureReason } from './failures.js';
export type { Converted, Notice } from './messages.js';
