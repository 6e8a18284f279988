/** Copies of protected PDFs that need no password. */
export { unlockPdf } from './unlock-pdf.js';
export { UnlockFailure, type UnlockFailureReason } from './failures.js';
