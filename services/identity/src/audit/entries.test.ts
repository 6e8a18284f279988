import { newId } from '@symbio/runtime';
import type { EventActor, EventEnvelope } from '@symbio/events';
import { NO_SCOPE } from '@symbio/proto/event-type';
import { apiKeyEvents, auditEvents, userEvents } from '@symbio/proto/identity';
import { annotationEvents } from '@symbio/proto/annotation';
import { accessEvents } from '@symbio/proto/project';
import { entriesOf } from './entries.js';

const AT = '2026-11-23T10:00:00.000Z';
const person: EventActor = { sub: newId(), authorId: newId(), via: 'user', requestId: 'r-1', address: '192.0.2.7' };
const gateway: EventActor = { sub: 'service:gateway', authorId: '', via: 'service' };

const envelope = (
  type: { subject(scope: string): string },
  overrides: Partial<EventEnvelope> = {},
  scope = '',
): EventEnvelope => ({
  id: newId(),
  subject: type.subject(scope),
  entityId: newId(),
  scope: scope || '',
  rev: 1,
  actor: person,
  at: AT,
  data: {},
  ...overrides,
});

it('a change is who, what, where, when, from where and by which key, and nothing of what it says', () => {
  const project = newId();
  const actor = { ...person, via: 'api_key', keyId: newId() };
  const data = annotationEvents.created.toJSON({ annotation: { content: 'Gas works' } } as never);
  const event = envelope(annotationEvents.created, { actor, data }, project);
  expect(entriesOf(event)).toEqual([
    {
      id: event.id,
      at: new Date(AT),
      userId: actor.sub,
      authorId: actor.authorId,
      apiKeyId: actor.keyId,
      address: '192.0.2.7',
      action: 'created',
      operation: 'annotation.created',
      object: 'annotation',
      objectId: event.entityId,
      projectId: project,
      status: 0,
      requestId: 'r-1',
    },
  ]);
});

it.each([
  [annotationEvents.deleted, 'deleted'],
  [annotationEvents.reviewed, 'changed'],
  [annotationEvents.restored, 'restored'],
  [apiKeyEvents.revoked, 'administered'],
  [accessEvents.changed, 'administered'],
  [userEvents.changed, 'administered'],
])('%o is %s', (type, action) => {
  expect(entriesOf(envelope(type))).toMatchObject([{ action }]);
});

it('who changes the own profile administers nobody', () => {
  expect(entriesOf(envelope(userEvents.changed, { entityId: person.sub }))).toMatchObject([{ action: 'changed' }]);
});

it('keeps the id that a caller chose beside the request’s own, and has no field for it without one', () => {
  const actor = { sub: newId(), authorId: '', via: 'user', requestId: 'own', clientRequestId: 'chosen' };
  expect(entriesOf(envelope(annotationEvents.created, { actor }))).toMatchObject([
    { requestId: 'own', clientRequestId: 'chosen' },
  ]);
  // hashes of older entries do not include it
  const { clientRequestId: _chosen, ...without } = actor;
  expect(entriesOf(envelope(annotationEvents.created, { actor: without }))[0]).not.toHaveProperty('clientRequestId');
});

it('what processes do by themselves has no entry; a registration is the doing of who registers', () => {
  expect(entriesOf(envelope(annotationEvents.created, { actor: gateway }))).toEqual([]);
  const registered = envelope(userEvents.registered, { actor: gateway });
  expect(entriesOf(registered)).toMatchObject([{ action: 'created', userId: registered.entityId }]);
});

it('what a gateway saw is taken as it says; a write of a key is told by what was written', () => {
  const { id, at: _at, ...rest } = entriesOf(envelope(annotationEvents.created))[0]!;
  const entry = {
    ...rest,
    id,
    at: new Date(AT),
    seq: 0,
    previous: '',
    hash: '',
    action: 'opened',
    clientRequestId: '',
  };
  const data = auditEvents.recorded.toJSON({ entries: [entry] });
  expect(entriesOf(envelope(auditEvents.recorded, { actor: gateway, data }))).toEqual([
    { ...rest, id, at: new Date(AT), action: 'opened' },
  ]);
  expect(entriesOf(envelope(apiKeyEvents.used))).toEqual([]);
});

it('refuses an entry whose action it does not know', () => {
  const data = { entries: [{ id: newId(), at: AT, action: 'looked' }] };
  const event = envelope(auditEvents.recorded, { actor: gateway, data, scope: NO_SCOPE });
  expect(() => entriesOf(event)).toThrow('looked');
});
