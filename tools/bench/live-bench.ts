import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@symbio/kit';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack } from '../dev/stack.js';
import { Session } from '../drills/work/session.js';
import { Site } from '../drills/work/site.js';
import { makeProject } from '../drills/work/world.js';
import { admit, idOf, LiveChannel, newPeople } from '../load/people.js';
import { inFolder, type BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { percentile } from './percentile.js';

/** People who look at one project. */
const PEOPLE = 100;
/** Changes that one of them makes, and the milliseconds between two. */
const CHANGES = 100;
const QUICK_CHANGES = 10;
const PAUSE_MS = 100;
/** Milliseconds in which 95 of 100 must have heard of a change after it was sent. */
const GOAL_MS = 150;
/** Milliseconds after which a change that was not heard counts as lost. */
const LOST_MS = 10_000;

/** Times of one change. */
interface Change {
  sent: number;
  /** When the writer got the answer; NaN before. */
  acknowledged: number;
  /** When each channel heard of it. */
  heard: number[];
}

/**
 * Milliseconds from sending a change (creating a feature) until it arrives on the live channels of everyone who has the
 * project open: people with their own accounts and channels, over HTTP, as browsers do.
 */
export function benchLive(run: BenchRun): Promise<Figure[]> {
  return inFolder(async (folder) => {
    run.log('Starting the product');
    const stack = await startStack({
      dataDir: path.join(folder, 'stack'),
      ports: 'free',
      only: ['gateway'],
      env: { LOG_LEVEL: 'warn', PERSON_REQUESTS_PER_MINUTE: '0' },
    });
    const site = new Site(stack.url);
    const channels: LiveChannel[] = [];
    try {
      const writer = new Session(site, 'admin@symbio.test', LOCAL_PASSWORD);
      const projectId = await makeProject(writer, 'Live');
      const changes = new Map<string, Change>();
      run.log(`Letting ${PEOPLE} people in`);
      for (const session of await newPeople(stack, site, 0, PEOPLE)) {
        const channel = new LiveChannel(session, projectId, (text) => {
          const now = performance.now();
          for (const [, id = ''] of text.matchAll(/"entity":"feature","verb":"created","id":"([^"]+)"/g))
            changes.get(id)?.heard.push(now);
        });
        await admit(writer, projectId, await idOf(session));
        channels.push(channel);
        await channel.open();
      }
      const sent: number[] = [];
      const acknowledged: number[] = [];
      for (let turn = 1; turn <= run.runs; turn++) {
        run.log(`Run ${turn} of ${run.runs}`);
        changes.clear();
        for (let n = 0; n < (run.quick ? QUICK_CHANGES : CHANGES); n++) {
          const id = newId();
          const change: Change = { sent: performance.now(), acknowledged: NaN, heard: [] };
          changes.set(id, change);
          await writer.json('POST', '/api/public/features', { id, project_id: projectId, name: `Change ${n}` });
          change.acknowledged = performance.now();
          await sleep(PAUSE_MS);
        }
        await allHeard(changes);
        const since = (of: (change: Change) => number): number[] =>
          [...changes.values()].flatMap((change) => change.heard.map((at) => at - of(change)));
        sent.push(
          percentile(
            since((change) => change.sent),
            95,
          ) ?? NaN,
        );
        acknowledged.push(
          percentile(
            since((change) => change.acknowledged),
            95,
          ) ?? NaN,
        );
      }
      return [
        {
          name: `a change on the channels of ${PEOPLE} people, p95 after it was sent`,
          unit: 'ms',
          values: sent,
          goal: { atMost: GOAL_MS },
        },
        { name: 'the same after its writer was told', unit: 'ms', values: acknowledged },
      ];
    } finally {
      for (const channel of channels) channel.close();
      site.close();
      await stack.stop();
    }
  });
}

/** @throws Error when a change was not heard everywhere */
async function allHeard(changes: ReadonlyMap<string, Change>): Promise<void> {
  const end = Date.now() + LOST_MS;
  for (;;) {
    const missing = [...changes.values()].filter(({ heard }) => heard.length < PEOPLE).length;
    if (missing === 0) return;
    if (Date.now() > end) throw new Error(`${missing} changes were not heard by all`);
    await sleep(50);
  }
}
