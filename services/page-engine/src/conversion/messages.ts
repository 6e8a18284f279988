import type { DocumentType } from './document-type.js';

export interface Notice {
  code: string;
  /** Sentence that says what to do. */
  message: string;
}

export interface ConversionTask {
  file: string;
  /** Decided by content before. */
  type: Exclude<DocumentType, 'pdf'>;
  pdf: string;
  /** For temporary files; the caller removes it. */
  folder: string;
  limits: ConversionLimits;
}

export interface ConversionLimits {
  /** Of one page. */
  pixels: number;
  pages: number;
  /** Entries of a ZIP. */
  files: number;
  /** Of a ZIP, unpacked. */
  unpackedBytes: number;
  /** Of the PDF. */
  pdfBytes: number;
}

export interface Converted {
  pages: number;
  notices: Notice[];
}
