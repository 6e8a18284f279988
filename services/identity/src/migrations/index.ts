/** Changes of stored rows, oldest first. Never rename or change one that was released: add another. */
import type { Migration } from '@symbio/mongo';
import { removeDeleted } from './0001-remove-deleted-rows.js';
import { completeApiKeys } from './0002-complete-api-keys.js';
import { agentsOfOrganizations } from './0003-agents-of-organizations.js';

export const migrations: readonly Migration[] = [removeDeleted, completeApiKeys, agentsOfOrganizations];
