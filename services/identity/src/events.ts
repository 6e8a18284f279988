import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import { apiKeyEvents, authorEvents, type UserEvent } from '@symbio/proto/identity';
import { toApiKey, toAuthor, toUser } from './mapping.js';
import type { ApiKeyRow, AuthorRow, UserRow } from './model.js';
import type { Grants } from './roles.js';

/** User event with the role's permissions, saved in the same write as the change. */
export const userEvent = (type: EventType<UserEvent>, row: UserRow, grants: Grants): PendingEvent =>
  event(type, '', { user: toUser(row, grants) });

/** `userName` is empty for an agent. */
export const authorCreatedEvent = (row: AuthorRow, userName: string): PendingEvent =>
  event(authorEvents.created, '', { author: toAuthor(row, userName) });

/** Rotation of an API key's secret. */
export const apiKeyRotatedEvent = (row: ApiKeyRow): PendingEvent =>
  event(apiKeyEvents.rotated, '', { apiKey: toApiKey(row), write: undefined });

/** The end of an API key's validity. */
export const apiKeyRevokedEvent = (row: ApiKeyRow): PendingEvent =>
  event(apiKeyEvents.revoked, '', { apiKey: toApiKey(row), write: undefined });
