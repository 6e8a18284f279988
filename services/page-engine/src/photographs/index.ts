/** Re-encoding of phone photographs in a child process, and camera metadata. */
export type { CameraNotes } from './camera-notes.js';
export { developPhotograph, type DevelopedPhotograph, type DevelopOptions } from './develop-photograph.js';
export { NOT_A_PHOTOGRAPH, PhotographFailure, type PhotographFailureReason } from './failures.js';
export { PHOTOGRAPH_HEAD_BYTES, photographTypeOf, type PhotographType } from './photograph-type.js';
