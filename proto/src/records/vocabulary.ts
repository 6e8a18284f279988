/** Records vocabulary for JSON and databases. Browser-safe: no protobuf. */
import { VersionState as VersionStateEnum } from '../../gen/symbio/records/v1/records_vocabulary.js';
import { words } from '../words.js';

export const VERSION_STATES = words(VersionStateEnum);
export type VersionState = (typeof VERSION_STATES)[number];
