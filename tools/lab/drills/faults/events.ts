import { isNoConsumer } from '@symbio/events';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing/eventually';
import { messageOf } from '../../../dev/start-error.js';
import { randomFor, shuffled } from '@symbio/fixtures/random';
import { idle } from '../../harness/stores.js';
import { kill, recovered, restarted, type Drill, type DrillContext } from '../drill.js';
import { differences, snapshot } from '../snapshot.js';

const EVENTS = 'EVENTS';
const IDLE_MS = 300_000;
const HANDLED_MS = 240_000;
const TOGETHER = 50;

/** Republishes every event in random order under new message ids (as after the deduplication window). */
async function repeat({ stores: { broker } }: DrillContext): Promise<number> {
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

/**
 * Deletes a consumer, repeatedly: NATS fails with "directory not empty" if it writes the consumer's state at that moment.
 */
export const deleteConsumer = (
  consumers: { delete: (stream: string, consumer: string) => Promise<unknown> },
  name: string,
): Promise<void> =>
  eventually(async () => {
    await consumers.delete(EVENTS, name).catch((error: unknown) => {
      if (!isNoConsumer(error)) throw error;
    });
  });

/** The consumers restart at the oldest event. @returns their number */
async function deleteConsumers({ stores: { broker } }: DrillContext): Promise<number> {
  const manager = await broker.connection.jetstreamManager();
  const names: string[] = [];
  for await (const { name } of manager.consumers.list(EVENTS)) names.push(name);
  for (const name of names) await deleteConsumer(manager.consumers, name);
  return names.length;
}

/** Acts on events without other load, and compares the content of all databases before and after. */
async function compared(context: DrillContext, what: string, act: () => Promise<number>): Promise<[number, string[]]> {
  await idle(context.stores, IDLE_MS);
  const before = await snapshot(context.stores);
  const count = await act();
  context.work.say(`  ${what}: ${count}`);
  const stuck = await idle(context.stores, HANDLED_MS).then(
    () => [],
    (error: unknown) => [messageOf(error)],
  );
  const changed = differences(before, await snapshot(context.stores));
  return [count, [...stuck, ...changed].map((problem) => `${what}: ${problem}`)];
}

/** Duplicated, reordered or replayed events must not change user-visible data. */
export const repeatedEvents: Drill = {
  name: 'events',
  title: 'all events again: copies in any order, then every consumer from the beginning',
  async act(context) {
    const { load } = context.work;
    await load.stop();
    const [events, first] = await compared(context, 'events published again', () => repeat(context));
    const [consumers, second] = await compared(context, 'consumers from the beginning', async () => {
      const count = await deleteConsumers(context);
      const before = kill(context, 'nats');
      await restarted(context, 'nats', before);
      return count;
    });
    load.start();
    return recovered(context, `${events} events, ${consumers} consumers`, [...first, ...second]);
  },
};
