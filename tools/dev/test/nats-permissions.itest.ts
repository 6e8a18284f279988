import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, connectBroker } from '@symbio/events';
import { createLogger, newId } from '@symbio/runtime';
import { startNatsForTest, type NatsForTest } from './nats-for-test.js';
import { OPERATOR, durablesOf, natsAuthorization, natsUsers } from '@symbio/topology/nats-permissions';
import { keyHolders } from '@symbio/topology';

describe('permissions on NATS', () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  let server: NatsForTest;
  const as = (user: string) => connectBroker(`nats://${user}:pw-${user}@${server.address}`, user, log);

  beforeAll(async () => {
    const settings = natsAuthorization((user) => JSON.stringify(`pw-${user}`));
    server = await startNatsForTest({ settings, user: OPERATOR, password: `pw-${OPERATOR}` });
    expect(await server.spec.isAlive?.()).toBe(true);
    const operator = await as(OPERATOR);
    for (const spec of [EVENTS_STREAM, DEAD_LETTERS_STREAM]) await operator.ensureStream(spec);
    await operator.keyValue('signing', 0);
    await operator.drain();
  });
  afterAll(() => server.stop());

  it('refuse clients without a password', async () => {
    await expect(connectBroker(`nats://${server.address}`, 'x', log)).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    });
  });

  it.each(keyHolders)('let %s consume its events, and read which unsigned ones are trusted', async (name) => {
    const broker = await as(name);
    for (const spec of [EVENTS_STREAM, DEAD_LETTERS_STREAM]) await broker.ensureStream(spec);
    const [durable] = durablesOf(name);
    if (durable) {
      const options = { ackWaitMs: 30_000, maxAckPending: 10 };
      await broker.ensureDurable({ stream: 'EVENTS', durable, filter: 'symbio.evt.job.v1.job.*.*', ...options });
      expect(await broker.take('EVENTS', durable)).toBeUndefined();
      await broker.publish(`symbio.dlq.${durable}`, {}, { id: newId() });
    }
    expect(await (await broker.keyValue('signing', 0)).get('begin')).toBeUndefined();
    await broker.drain();
  });

  it.each(keyHolders)('let %s publish no subject of another process, and write no bucket of another', async (name) => {
    const broker = await as(name);
    const refused = { code: 'PERMISSIONS_VIOLATION' };
    const own = natsUsers.find((user) => user.name === name)?.publish ?? [];
    const foreign = [
      'symbio.evt.project.v1.project.erased.*',
      'symbio.evt.identity.v1.audit.recorded.*',
      'symbio.evt.feature.v1.feature.deleted.*',
    ].filter((subject) => !own.includes(subject));
    expect(foreign.length).toBeGreaterThan(1);
    for (const subject of foreign)
      await expect(broker.publish(subject.replace('*', 'none'), {}, { id: newId() })).rejects.toMatchObject(refused);
    if (name !== 'identity')
      await expect((await broker.keyValue('signing', 0)).set('begin', {})).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    await broker.drain();
  });
});
