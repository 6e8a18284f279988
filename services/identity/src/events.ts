import type { EventType } from '@symbio/kit';
import { AuthorEvent, UserEvent } from '@symbio/proto/identity';

const userEvent = (verb: string): EventType<UserEvent> => ({
  service: 'identity',
  entity: 'user',
  verb,
  toJSON: (data) => UserEvent.toJSON(data),
  fromJSON: (json) => UserEvent.fromJSON(json),
});

/** Somebody was seen for the first time. */
export const userRegistered = userEvent('registered');
/** A person's profile, e-mail address or role is another. */
export const userChanged = userEvent('changed');

/** A person's or an agent's author was made. Authors never change. */
export const authorCreated: EventType<AuthorEvent> = {
  service: 'identity',
  entity: 'author',
  verb: 'created',
  toJSON: (data) => AuthorEvent.toJSON(data),
  fromJSON: (json) => AuthorEvent.fromJSON(json),
};
