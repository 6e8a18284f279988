/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { numberIssues } from './0002-number-issues.js';
import { completeIssues } from './0003-complete-issues.js';

export const migrations: readonly Migration[] = [removeDeleted, numberIssues, completeIssues];
