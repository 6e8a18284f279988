import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker, DEAD_LETTERS_STREAM, deadLetterSubject, type Broker, EVENTS_STREAM } from '@symbio/events';
import { connectMongo, type Connection } from '@symbio/mongo';
import { createLogger, newId } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { entityEvents } from '@symbio/proto/event-type';
import { deadLettersCommand } from '../src/dead-letters.js';

let broker: Broker;
let mongo: Connection;
const config = testConfig('dead_letters');
/** Its own consumer, apart from the dead letters of other tests. */
const consumer = `tests-${newId().slice(-6)}`;
/** Of a fictitious service: no other consumer handles the replayed events. */
const things = entityEvents('test', 'thing', ['changed'], { toJSON: (data) => data, fromJSON: (json) => json });
const subject = things.changed.subject(newId());

beforeAll(async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  broker = await connectBroker(config.NATS_URL, 'dead-letters-test', log);
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'dead-letters-test' });
  await broker.ensureStream(DEAD_LETTERS_STREAM);
  await broker.ensureStream(EVENTS_STREAM);
});
afterAll(async () => {
  await mongo.close();
  await broker.drain();
});

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await deadLettersCommand(
    { broker, mongo: mongo.getClient(), databases: config.MONGODB_DB },
    args,
    (line) => lines.push(line),
  );
  return { code, lines };
}
const listed = async (): Promise<string[]> => (await run('list')).lines.filter((line) => line.includes(consumer));
const giveUp = (text: string): Promise<void> =>
  broker.publish(
    deadLetterSubject(consumer),
    { subject, seq: 1, error: 'Error: poison', body: JSON.stringify({ text }) },
    { id: newId() },
  );

describe('the dead letters command', () => {
  it('lists, shows, resends and drops dead letters', async () => {
    const received: unknown[] = [];
    const unwatch = broker.watch(subject, (_, body) => received.push(body));
    await giveUp('one');
    await giveUp('two');
    const lines = await listed();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`^\\d+  \\S+Z  ${consumer}  ${subject}  Error: poison$`));
    const [first = '', second = ''] = lines.map((line) => line.split(' ')[0] ?? '');

    expect((await run('show', first)).lines.join('')).toContain('"body": "{\\"text\\":\\"one\\"}"');
    expect(await run('replay', first)).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('Sent again') as unknown],
    });
    expect(await run('drop', second)).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('Dropped') as unknown],
    });
    expect(await listed()).toEqual([]);
    await broker.ready();
    expect(received).toEqual([{ text: 'one' }]);
    unwatch();
  });

  it('lists parked outbox entries, lets them be resent, and drops them', async () => {
    const rows = mongo.collection<{ _id: string; deletedAt: Date | null; outbox: object[] }>('things');
    const parked = { id: newId(), subject, tries: 5, error: 'too large', parkedAt: new Date(), data: { text: 'big' } };
    const other = { ...parked, id: newId(), error: 'no JSON' };
    await rows.insertMany([
      { _id: 'a', deletedAt: null, outbox: [parked, { id: newId(), subject, data: {} }] },
      { _id: 'b', deletedAt: new Date(), outbox: [other] },
    ]);
    const outboxes = async () => (await run('list')).lines.filter((line) => line.includes('outbox of'));
    expect(await outboxes()).toEqual([
      expect.stringMatching(`^${parked.id}  .* outbox of .*things a  ${subject}  too large, 1 more wait behind it$`),
      expect.stringMatching(`^${other.id}  .* outbox of .*things b  ${subject}  no JSON$`),
    ]);
    expect((await run('show', parked.id)).lines.join('')).toContain('"text": "big"');
    expect((await run('replay', parked.id)).code).toBe(0);
    const [replayed] = (await rows.findOne({ _id: 'a' }))?.outbox ?? [];
    expect(replayed).toEqual({ id: parked.id, subject, data: { text: 'big' } });
    expect((await run('drop', other.id)).code).toBe(0);
    expect(await outboxes()).toEqual([]);
    expect(await rows.countDocuments({ _id: 'b' })).toBe(0);
  });

  it('reports an unknown letter', async () => {
    expect(await run('replay', '999999999')).toEqual({ code: 1, lines: ['There is no dead letter 999999999.'] });
  });
});
