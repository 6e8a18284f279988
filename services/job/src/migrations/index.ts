/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { removeNamesFromLog } from './0002-remove-names-from-log.js';
import { completeJobs } from './0003-complete-jobs.js';
import { moveToLanes } from './0004-lanes.js';

export const migrations: readonly Migration[] = [removeDeleted, removeNamesFromLog, completeJobs, moveToLanes];
