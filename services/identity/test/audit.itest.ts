import { connectMongo } from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import type { EventActor } from '@symbio/events';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { auditEvents, type AuditEntry, type AuditFilter } from '@symbio/proto/identity';
import { annotationEvents } from '@symbio/proto/annotation';
import { start } from '../src/start.js';
import { ADMIN, STAFF, accounts, as, clock, config, events, identity } from './service-under-test.js';

const person = (): EventActor => ({
  sub: newId(),
  authorId: newId(),
  via: 'api_key',
  keyId: newId(),
  requestId: newId(),
  address: '192.0.2.7',
});

const only = (filter: Partial<AuditFilter>): AuditFilter => ({
  ...{ userId: '', apiKeyId: '', projectId: '', address: '', actions: [] },
  ...filter,
});

/** Gateway observation at this moment. */
const entry = (userId: string): AuditEntry => ({
  ...{ id: newId(), seq: 0, at: clock.now(), userId, authorId: '', apiKeyId: '', address: '192.0.2.8' },
  ...{ action: 'opened', operation: 'getProject', object: 'project', objectId: newId(), projectId: newId() },
  ...{
    status: 200,
    requestId: newId(),
    clientRequestId: '',
    manifestSha256: '',
    organizationId: '',
    previous: '',
    hash: '',
  },
});

const entriesBy = async (userId: string): Promise<AuditEntry[]> =>
  (await identity.listAuditEntries({ filter: only({ userId }) }, await as(ADMIN))).entries;

it('stores who changed what, when, from which address and with which key, once for each event', async () => {
  const actor = person();
  const [entityId, scope] = [newId(), newId()];
  await events.publish(annotationEvents.created, { entityId, scope, actor });
  await events.publish(annotationEvents.deleted, { entityId, scope, actor, rev: 3 });
  await eventually(async () => expect(await entriesBy(actor.sub)).toHaveLength(2));
  expect(await entriesBy(actor.sub)).toMatchObject([
    { action: 'deleted', operation: 'annotation.deleted', object: 'annotation', objectId: entityId },
    {
      action: 'created',
      projectId: scope,
      apiKeyId: actor.keyId,
      authorId: actor.authorId,
      address: '192.0.2.7',
      requestId: actor.requestId,
    },
  ]);
});

it('links a change made here to its request', async () => {
  const admin = await as(ADMIN);
  await identity.updateUser(
    { userId: STAFF, role: 'customer' },
    { ...admin, requestId: 'r-1', ownRequestId: 'own-1', address: '198.51.100.9' },
  );
  await eventually(async () => {
    const { entries } = await identity.listAuditEntries(
      { filter: only({ address: '198.51.100.9', actions: ['administered'] }) },
      admin,
    );
    expect(entries).toMatchObject([
      { userId: ADMIN, operation: 'user.changed', objectId: STAFF, requestId: 'own-1', clientRequestId: 'r-1' },
    ]);
  });
});

it('is one chain across replicas, and names manipulated entries', async () => {
  const replica = await start(config, clock, accounts);
  const actors = Array.from({ length: 40 }, person);
  await Promise.all(
    actors.map(({ sub }) =>
      events.publish(auditEvents.recorded, { entityId: newId(), data: { entries: [entry(sub), entry(sub)] } }),
    ),
  );
  await eventually(async () => {
    const { entries } = await identity.listAuditEntries(
      { filter: only({ address: '192.0.2.8' }), limit: 100 },
      await as(ADMIN),
    );
    expect(entries).toHaveLength(80);
  });
  await replica.stop();
  const admin = await as(ADMIN);
  const { state } = await identity.verifyAuditTrail({}, admin);
  expect(state).toMatchObject({ broken: '', oldest: 1, verifiedThrough: state?.newest });

  const connection = await connectMongo({
    uri: config.MONGODB_URI,
    database: config.AUDIT_MONGODB_DB,
    appName: 'test',
  });
  const rows = connection.collection<{ _id: number; userId: string }>('audit_entries');
  const found = await rows.findOne({ userId: actors[0]?.sub });
  await rows.updateOne({ _id: found?._id }, { $set: { userId: ADMIN } });
  const tampered = await identity.verifyAuditTrail({}, admin);
  expect(tampered.state?.broken).toBe(`Entry ${found?._id} was changed.`);
  expect((await identity.getAuditState({}, admin)).state).toEqual(tampered.state);
  await rows.updateOne({ _id: found?._id }, { $set: { userId: found?.userId } });
  expect((await identity.verifyAuditTrail({}, admin)).state?.broken).toBe('');
  await connection.close();
});

it('removes entries older than the setting, and still detects other removals', async () => {
  const admin = await as(ADMIN);
  const before = await identity.verifyAuditTrail({}, admin);
  const set = await identity.setAuditRetention({ days: 30 }, { ...admin, requestId: 'r-2' });
  expect(set.state).toMatchObject({ retentionDays: 30, removedThrough: 0, oldest: 1 });
  const changes = (
    await identity.listAuditEntries({ filter: only({ userId: ADMIN, actions: ['administered'] }) }, admin)
  ).entries;
  expect(changes[0]).toMatchObject({ operation: 'kept 30 days, before for ever', object: 'audit', requestId: 'r-2' });
  // other events carry real time
  clock.advance(Date.now() - clock.now().getTime() + 31 * 86_400_000);
  const actor = person();
  await events.publish(auditEvents.recorded, { entityId: newId(), data: { entries: [entry(actor.sub)] } });
  await eventually(async () => expect(await entriesBy(actor.sub)).toHaveLength(1));

  // each replica verifies the whole trail at startup
  const replica = await start(config, clock, accounts);
  await eventually(async () => {
    const { state } = await identity.getAuditState({}, admin);
    expect(state?.oldest).toBe((state?.removedThrough ?? 0) + 1);
    expect(state?.removedThrough).toBeGreaterThan(before.state?.newest ?? 0);
  });
  await replica.stop();
  expect(await entriesBy(actor.sub)).toHaveLength(1);
  const { state } = await identity.verifyAuditTrail({}, admin);
  expect(state).toMatchObject({ broken: '', verifiedThrough: state?.newest });

  const connection = await connectMongo({
    uri: config.MONGODB_URI,
    database: config.AUDIT_MONGODB_DB,
    appName: 'test',
  });
  const checkpoints = connection.collection<{ _id: number }>('audit_checkpoints');
  const checkpoint = await checkpoints.findOne({});
  expect(checkpoint).toMatchObject({ _id: state?.removedThrough, days: 30, at: clock.now() });
  const { insertedId } = await checkpoints.insertOne({ ...checkpoint, _id: (checkpoint?._id ?? 0) + 1 });
  expect((await identity.verifyAuditTrail({}, admin)).state?.broken).not.toBe('');
  await checkpoints.deleteOne({ _id: insertedId });
  expect((await identity.verifyAuditTrail({}, admin)).state?.broken).toBe('');
  await connection.close();
  expect(await outcomeOf(identity.setAuditRetention({ days: 29 }, admin))).toBe('INVALID_ARGUMENT');
  expect(await outcomeOf(identity.setAuditRetention({ days: 30 }, await as(STAFF)))).toBe('PERMISSION_DENIED');
});

it('is for administrators, and refuses an unknown action', async () => {
  expect(await outcomeOf(identity.listAuditEntries({}, await as(STAFF)))).toBe('PERMISSION_DENIED');
  const asked = identity.listAuditEntries({ filter: only({ actions: ['looked'] }) }, await as(ADMIN));
  expect(await outcomeOf(asked)).toBe('INVALID_ARGUMENT');
});
