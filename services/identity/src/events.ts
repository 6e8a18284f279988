/** What this service publishes. */
import { event, type EventType, type PendingEvent } from '@symbio/kit';
import { apiKeyEvents, authorEvents, type UserEvent } from '@symbio/proto/identity';
import { toApiKey, toAuthor, toUser } from './mapping.js';
import type { ApiKeyRow, AuthorRow, UserRow } from './model.js';
import type { Grants } from './roles.js';

/** An event of a user, with the permissions of the role, to be saved with the change. */
export const userEvent = (type: EventType<UserEvent>, row: UserRow, grants: Grants): PendingEvent =>
  event(type, '', { user: toUser(row, grants) });

/** That an author was made. `userName` is the name of the person; empty for an agent. */
export const authorCreatedEvent = (row: AuthorRow, userName: string): PendingEvent =>
  event(authorEvents.created, '', { author: toAuthor(row, userName) });

/** That an API key has another secret. */
export const apiKeyRotatedEvent = (row: ApiKeyRow): PendingEvent =>
  event(apiKeyEvents.rotated, '', { apiKey: toApiKey(row), write: undefined });

/** That an API key is good for nothing any more. */
export const apiKeyRevokedEvent = (row: ApiKeyRow): PendingEvent =>
  event(apiKeyEvents.revoked, '', { apiKey: toApiKey(row), write: undefined });
