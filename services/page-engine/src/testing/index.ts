export { startPdfium } from '../pdf/pdfium.js';
export { writeBilevelPyramid, writeJpegPyramid } from '../pyramids/pyramid-writer.js';
export { drawPage } from './drawn-pages.js';
export { PdfWriter } from './pdf-writer.js';
export { PAGES, pdfOf } from './plain-pdf.js';
export { meanDifference, sheet } from './pictures.js';
export { bmpOf, withoutEndMarker, withWrongScanParameters } from './odd-pictures.js';
export { YARD_NOTES, yardHeic, yardHeicIn, yardHeicOf, yardPhotograph, type YardOptions } from './photographs.js';
export { makeScratch, type Scratch } from './scratch.js';
