import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../dev/start-error.js';
import type { ApiClient } from '@symbio/fixtures/api-client';
import { Ledger, lossesOf, tally } from './ledger.js';
import { Load, type Recovery } from './load.js';
import { mixedOperations } from './operations.js';
import { failuresOf, type Outcome } from './report.js';
import { finalRows } from './stored-rows.js';
import { makeWorld, type World } from './world.js';

/** Steady work of a user on a stack. */
export interface Work {
  client: ApiClient;
  world: World;
  ledger: Ledger;
  load: Load;
  say: (line: string) => void;
  /** Checks beyond the API; returns problems as sentences. */
  inspect?: () => Promise<string[]>;
}

export interface Findings {
  note: string;
  problems?: string[];
  recoveries?: Recovery[];
}

/** Margin in milliseconds before and after an action, for its delayed effects. */
const MARGIN_MS = 5_000;

/** Creates the base data and the load of a run. */
export async function prepareWork(client: ApiClient, perSecond: number): Promise<Work> {
  const world = await makeWorld(client);
  const ledger = new Ledger();
  const load = new Load({
    send: ({ method, path, ...parts }) => client.send(method, path, parts),
    ledger,
    operations: mixedOperations(world, ledger),
    perSecond,
  });
  return { client, world, ledger, load, say: (line) => console.log(line) };
}

/** Looks again and again while an action runs. */
export async function watched<T>(everyMs: number, look: () => Promise<void>, act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await look();
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  // thrown below, after the action
  watching.catch(() => undefined);
  try {
    return await act();
  } finally {
    over.abort();
    await watching;
  }
}

const findingsOf = (act: () => Promise<Findings>): Promise<Findings> =>
  act().catch((error: unknown): Findings => ({ note: '', problems: [messageOf(error)] }));

export async function withoutLoad(name: string, act: () => Promise<Findings>, say: Work['say']): Promise<Outcome> {
  const began = Date.now();
  say(`${name} ...`);
  const { note, problems = [], recoveries } = await findingsOf(act);
  for (const problem of problems) say(`  problem: ${problem}`);
  return { name, note, problems, seconds: (Date.now() - began) / 1000, recoveries };
}

/**
 * Runs an action under load, then compares all acknowledged writes of the run with stored rows.
 *
 * @param mayFail whether requests may be refused or unanswered; never wrong or lost
 */
export async function underLoad(
  work: Work,
  name: string,
  mayFail: boolean,
  act: () => Promise<Findings>,
): Promise<Outcome> {
  const { load, ledger, client, world, say } = work;
  say(`${name} ...`);
  const before = ledger.writes.length;
  let found: Findings = { note: '' };
  load.start();
  const stretch = await load.during(async () => {
    await sleep(MARGIN_MS);
    found = await findingsOf(act);
    await sleep(MARGIN_MS);
  });
  await load.stop();
  const writes = [...ledger.writes];
  const rows = await finalRows(client, world, writes);
  const failures = failuresOf(stretch);
  const wrong = stretch.failures.filter(({ kind }) => kind === 'wrong').length;
  // during an outage clients wait
  const unsent = stretch.skipped > 0 ? [`${stretch.skipped} requests were not sent: too many were pending`] : [];
  const inspected = work.inspect?.().catch((error: unknown) => [`the inspection failed: ${messageOf(error)}`]);
  const problems = [
    ...(found.problems ?? []),
    ...lossesOf(tally(writes, rows)),
    ...(mayFail || failures.length === 0 ? [] : [`${stretch.failures.length} requests failed`]),
    ...(mayFail && wrong > 0 ? [`${wrong} requests were answered wrongly`] : []),
    ...(mayFail ? [] : unsent),
    ...((await inspected) ?? []),
  ];
  for (const line of failures) say(`  failed: ${line}`);
  for (const problem of problems) say(`  problem: ${problem}`);
  return {
    name,
    problems,
    note: [found.note, ...(mayFail ? unsent : [])].filter(Boolean).join('; '),
    seconds: stretch.seconds,
    stretch,
    tallies: tally(writes.slice(before), rows),
    recoveries: found.recoveries,
  };
}
