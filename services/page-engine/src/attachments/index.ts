export { lookBesidePages, takeAttached } from './attachments.js';
export { AttachmentFailure, type AttachmentFailureReason } from './failures.js';
export type { BesidePages } from './messages.js';
