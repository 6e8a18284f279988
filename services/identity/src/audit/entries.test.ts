import { newId } from '@symbio/runtime';
import type { EventActor, EventEnvelope } from '@symbio/events';
import { NO_SCOPE } from '@symbio/proto/event-type';
import { apiKeyEvents, auditEvents, userEvents } from '@symbio/proto/identity';
import { annotationEvents } from '@symbio/proto/annotation';
import { ReportVersion, reportVersionEvents } from '@symbio/proto/reports';
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

it('an entry has user, action, object, time, address and key of a change, but no content', () => {
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

it('a change of one’s own profile is not an administrative action', () => {
  expect(entriesOf(envelope(userEvents.changed, { entityId: person.sub }))).toMatchObject([{ action: 'changed' }]);
});

it('stores the caller’s request id beside our own, and omits the field without one', () => {
  const actor = { sub: newId(), authorId: '', via: 'user', requestId: 'own', clientRequestId: 'chosen' };
  expect(entriesOf(envelope(annotationEvents.created, { actor }))).toMatchObject([
    { requestId: 'own', clientRequestId: 'chosen' },
  ]);
  // hashes of older entries do not include it
  const { clientRequestId: _chosen, ...without } = actor;
  expect(entriesOf(envelope(annotationEvents.created, { actor: without }))[0]).not.toHaveProperty('clientRequestId');
});

it('stores the number of a version of a report, and the manifest hash of a signed or issued one', () => {
  const project = newId();
  const manifestSha256 = 'a'.repeat(64);
  const version = ReportVersion.fromPartial({ number: 2, manifestSha256 });
  const data = reportVersionEvents.signed.toJSON({ version, organizationId: '' });
  for (const type of [reportVersionEvents.signed, reportVersionEvents.issued])
    expect(entriesOf(envelope(type, { data, scope: project }, project))).toMatchObject([
      { manifestSha256, versionNumber: 2 },
    ]);
  const [changed] = entriesOf(envelope(reportVersionEvents.changed, { data, scope: project }, project));
  expect(changed).toMatchObject({ versionNumber: 2 });
  expect(changed).not.toHaveProperty('manifestSha256');
});

it('stores the number of the version of a report that was downloaded', () => {
  const download = { id: newId(), at: new Date(AT), action: 'exported', operation: 'version.file', versionNumber: 2 };
  const data = auditEvents.recorded.toJSON({
    entries: [
      { ...download, manifestSha256: 'x' },
      { ...download, versionNumber: undefined },
    ],
  } as never);
  const [numbered, other] = entriesOf(envelope(auditEvents.recorded, { actor: gateway, data }));
  expect(numbered).toMatchObject({ operation: 'version.file', versionNumber: 2 });
  for (const [entry, field] of [
    [numbered, 'manifestSha256'],
    [other, 'versionNumber'],
  ] as const)
    expect(entry).not.toHaveProperty(field);
});

it('retention of reports by the service has entries, for administrators of their firm (SET-09)', () => {
  const [project, organizationId, manifestSha256] = [newId(), newId(), 'a'.repeat(64)];
  const version = ReportVersion.fromPartial({ number: 2, manifestSha256 });
  const data = reportVersionEvents.retained.toJSON({ version, organizationId });
  const reports: EventActor = { sub: 'service:reports', authorId: '', via: 'service' };
  const entryOf = (type: { subject(scope: string): string }) =>
    entriesOf(envelope(type, { actor: reports, data, scope: project }, project));
  const about = { userId: '', projectId: project, organizationId, manifestSha256, versionNumber: 2 };
  expect(entryOf(reportVersionEvents.retained)).toMatchObject([
    { ...about, action: 'changed', operation: 'version.retained' },
  ]);
  expect(entryOf(reportVersionEvents.erased)).toMatchObject([
    { ...about, action: 'deleted', operation: 'version.erased' },
  ]);
  expect(entryOf(reportVersionEvents.changed)).toEqual([]);
});

it('changes by processes have no entry; a registration is an action of the registering user', () => {
  expect(entriesOf(envelope(annotationEvents.created, { actor: gateway }))).toEqual([]);
  const registered = envelope(userEvents.registered, { actor: gateway });
  expect(entriesOf(registered)).toMatchObject([{ action: 'created', userId: registered.entityId }]);
});

it('entries of gateways are stored as received; use of a key adds none, as its writes have their own', () => {
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
    manifestSha256: '',
    organizationId: '',
  };
  const data = auditEvents.recorded.toJSON({ entries: [entry] });
  expect(entriesOf(envelope(auditEvents.recorded, { actor: gateway, data }))).toEqual([
    { ...rest, id, at: new Date(AT), action: 'opened' },
  ]);
  expect(entriesOf(envelope(apiKeyEvents.used))).toEqual([]);
});

it('refuses an entry with an unknown action', () => {
  const data = { entries: [{ id: newId(), at: AT, action: 'looked' }] };
  const event = envelope(auditEvents.recorded, { actor: gateway, data, scope: NO_SCOPE });
  expect(() => entriesOf(event)).toThrow('looked');
});
