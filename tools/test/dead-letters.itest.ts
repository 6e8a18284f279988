import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker, createLogger, DEAD_LETTERS_STREAM, deadLetterSubject, newId, type Broker } from '@symbio/kit';
import { testConfig } from '@symbio/kit/testing';
import { deadLettersCommand } from '../dead-letters.js';

let broker: Broker;
/** A consumer of its own, so that what others gave up does not disturb. */
const consumer = `tests-${newId().slice(-6)}`;
const subject = `symbio.evt.test.v1.thing.changed.${newId()}`;

beforeAll(async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  broker = await connectBroker(testConfig('dead_letters').NATS_URL, 'dead-letters-test', log);
  await broker.ensureStream(DEAD_LETTERS_STREAM);
  // what is sent again has to be kept by a stream
  await broker.ensureStream({ name: 'EVENTS', subjects: ['symbio.evt.>'], kind: 'log', maxAgeMs: 7 * 86_400_000 });
});
afterAll(() => broker.drain());

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await deadLettersCommand(broker, args, (line) => lines.push(line));
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
  it('lists, shows, sends again and drops what was given up', async () => {
    const heard: unknown[] = [];
    const unwatch = broker.watch(subject, (_, body) => heard.push(body));
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
    expect(heard).toEqual([{ text: 'one' }]);
    unwatch();
  });

  it('says when there is no such letter or command', async () => {
    expect(await run('replay', '999999999')).toEqual({ code: 1, lines: ['There is no dead letter 999999999.'] });
    expect((await run('burn', 'all')).code).toBe(2);
    expect((await run('replay')).code).toBe(2);
  });
});
