/** Street files, and the places of sheets that name streets. */
export { proposeSheet, readStreetFile, type ProposeOptions } from './street-tasks.js';
export { StreetFailure, type StreetFailureReason } from './failures.js';
