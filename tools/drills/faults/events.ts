import { newId } from '@symbio/kit';
import { messageOf } from '../../dev/start-error.js';
import { randomFor, shuffled } from '@symbio/fixtures/random';
import { again, back, kill, type Drill, type Ground } from '../drill.js';
import { idle } from '../look.js';
import { differences, snapshot } from '../snapshot.js';

const EVENTS = 'EVENTS';
/** Milliseconds within which earlier jobs must finish. */
const IDLE_MS = 300_000;
/** Milliseconds within which all replayed events must be handled. */
const HANDLED_MS = 240_000;
/** Messages published per batch. */
const TOGETHER = 50;

/** Republishes every event in random order under new message ids (as after the deduplication window). */
async function repeat({ stores: { broker } }: Ground): Promise<number> {
  const all = [];
  for await (const message of broker.stored(EVENTS)) all.push(message);
  const order = shuffled(randomFor('events'), all);
  for (let at = 0; at < order.length; at += TOGETHER)
    await Promise.all(
      order
        .slice(at, at + TOGETHER)
        .map(({ subject, body, signature }) => broker.publish(subject, JSON.parse(body), { id: newId(), signature })),
    );
  return order.length;
}

/** Deletes all consumers, so that they restart at the oldest event. @returns their number */
async function forgetPlaces({ stores: { broker } }: Ground): Promise<number> {
  const manager = await broker.connection.jetstreamManager();
  const names: string[] = [];
  for await (const { name } of manager.consumers.list(EVENTS)) names.push(name);
  for (const name of names) await manager.consumers.delete(EVENTS, name);
  return names.length;
}

/** Acts on events without other load, and compares the content of all databases before and after. */
async function compared(ground: Ground, what: string, act: () => Promise<number>): Promise<[number, string[]]> {
  await idle(ground.stores, IDLE_MS);
  const before = await snapshot(ground.stores);
  const count = await act();
  ground.work.say(`  ${what}: ${count}`);
  const stuck = await idle(ground.stores, HANDLED_MS).then(
    () => [],
    (error: unknown) => [messageOf(error)],
  );
  const changed = differences(before, await snapshot(ground.stores));
  return [count, [...stuck, ...changed].map((problem) => `${what}: ${problem}`)];
}

/** Duplicated, reordered or replayed events must not change user-visible data. */
export const repeatedEvents: Drill = {
  name: 'events',
  title: 'all events again: copies in any order, then every consumer from the beginning',
  async act(ground) {
    const { load } = ground.work;
    await load.stop();
    const [events, first] = await compared(ground, 'events published again', () => repeat(ground));
    const [consumers, second] = await compared(ground, 'consumers from the beginning', async () => {
      const count = await forgetPlaces(ground);
      const before = kill(ground, 'nats');
      await again(ground, 'nats', before);
      return count;
    });
    load.start();
    const found = await back(ground, Date.now());
    return {
      note: `${events} events, ${consumers} consumers`,
      back: found.back,
      problems: [...first, ...second, ...found.problems],
    };
  },
};
