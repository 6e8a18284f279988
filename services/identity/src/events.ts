import type { EventType } from '@symbio/kit';
import { ApiKeyEvent, AuthorEvent, UserEvent } from '@symbio/proto/identity';

const userEvent = (verb: string): EventType<UserEvent> => ({
  service: 'identity',
  entity: 'user',
  verb,
  toJSON: (data) => UserEvent.toJSON(data),
  fromJSON: (json) => UserEvent.fromJSON(json),
});

/** Somebody was seen for the first time. */
export const userRegistered = userEvent('registered');
/** A person's profile, e-mail address or role is another, or the account is disabled or enabled. */
export const userChanged = userEvent('changed');

/** A person's or an agent's author was made. Authors never change. */
export const authorCreated: EventType<AuthorEvent> = {
  service: 'identity',
  entity: 'author',
  verb: 'created',
  toJSON: (data) => AuthorEvent.toJSON(data),
  fromJSON: (json) => AuthorEvent.fromJSON(json),
};

/** An API key is good for nothing from now on. */
export const apiKeyRevoked: EventType<ApiKeyEvent> = {
  service: 'identity',
  entity: 'key',
  verb: 'revoked',
  toJSON: (data) => ApiKeyEvent.toJSON(data),
  fromJSON: (json) => ApiKeyEvent.fromJSON(json),
};
