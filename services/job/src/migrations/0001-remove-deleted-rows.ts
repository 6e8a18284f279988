import { removeDeletedRows } from '@symbio/mongo';

export const removeDeleted = removeDeletedRows('0001-remove-deleted-rows', ['jobs']);
