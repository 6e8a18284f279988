import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@symbio/runtime';
import { percentile } from '../harness/statistics.js';
import { eventually } from '../harness/world.js';
import { admit, LiveChannel, newPeople } from '../load/people.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { withProduct } from './product.js';

const PEOPLE = 100;
/** Changes that one of them makes, and the milliseconds between two. */
const CHANGES = 100;
const QUICK_CHANGES = 10;
const PAUSE_MS = 100;
/** Milliseconds in which 95 of 100 must receive a change after it was sent. */
const GOAL_MS = 150;
/** Milliseconds after which a change that was not received counts as lost. */
const LOST_MS = 10_000;

interface Change {
  sent: number;
  /** When the writer got the answer; NaN before. */
  acknowledged: number;
  received: number[];
}

/**
 * Milliseconds from sending a change (creating a feature) until it arrives on the live channels of everyone who has the
 * project open: people with their own accounts and channels, over HTTP, as browsers do.
 */
export const benchLive = (run: BenchRun): Promise<Figure[]> =>
  withProduct(
    async ({ client: writer, projectId, stack }) => {
      const channels: LiveChannel[] = [];
      const changes = new Map<string, Change>();
      const receive = (text: string): void => {
        const now = performance.now();
        for (const [, id = ''] of text.matchAll(/"entity":"feature","verb":"created","id":"([^"]+)"/g))
          changes.get(id)?.received.push(now);
      };
      try {
        run.log(`Signing ${PEOPLE} people in`);
        for (const person of await newPeople(stack, writer.http, 0, PEOPLE)) {
          await admit(writer, projectId, person);
          const channel = new LiveChannel(person, projectId, receive);
          channels.push(channel);
          await channel.open();
        }
        const [sent, acknowledged]: [number[], number[]] = [[], []];
        for (let turn = 1; turn <= run.runs; turn++) {
          run.log(`Run ${turn} of ${run.runs}`);
          changes.clear();
          for (let n = 0; n < (run.quick ? QUICK_CHANGES : CHANGES); n++) {
            const id = newId();
            const change: Change = { sent: performance.now(), acknowledged: NaN, received: [] };
            changes.set(id, change);
            await writer.post('/api/public/features', { id, project_id: projectId, name: `Change ${n}` });
            change.acknowledged = performance.now();
            await sleep(PAUSE_MS);
          }
          await eventually(() => allReceived(changes), LOST_MS, 50);
          const p95 = (of: (change: Change) => number): number =>
            percentile(
              [...changes.values()].flatMap((change) => change.received.map((at) => at - of(change))),
              95,
            ) ?? NaN;
          sent.push(p95((change) => change.sent));
          acknowledged.push(p95((change) => change.acknowledged));
        }
        return [
          {
            name: `a change on the channels of ${PEOPLE} people, p95 after it was sent`,
            unit: 'ms',
            values: sent,
            goal: { atMost: GOAL_MS },
          },
          { name: 'the same after its writer got the answer', unit: 'ms', values: acknowledged },
        ];
      } finally {
        for (const channel of channels) channel.close();
      }
    },
    { only: ['gateway'] },
  );

/** @throws Error when a change was not received everywhere */
function allReceived(changes: ReadonlyMap<string, Change>): Promise<void> {
  const missing = [...changes.values()].filter(({ received }) => received.length < PEOPLE).length;
  if (missing > 0) throw new Error(`${missing} changes were not received by all`);
  return Promise.resolve();
}
