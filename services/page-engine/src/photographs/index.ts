export type { CameraNotes } from './camera-notes.js';
export { developPhotograph, type DevelopedPhotograph, type DevelopOptions } from './develop-photograph.js';
export { NOT_A_PHOTOGRAPH, PhotographFailure, type PhotographFailureReason } from './failures.js';
export { PHOTOGRAPH_HEAD_BYTES, photographTypeOf, type PhotographType } from './photograph-type.js';
