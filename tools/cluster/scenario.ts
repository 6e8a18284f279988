import { setTimeout as sleep } from 'node:timers/promises';
import type { Helm } from './helm.js';
import type { Kube } from './kube.js';
import { tally, type Ledger } from './ledger.js';
import { Load } from './load.js';
import { eventually, type Session } from './session.js';
import type { Settings } from './settings.js';
import { failuresOf, lossesOf, type Outcome } from './table.js';
import { messageOf } from '../dev/start-error.js';
import { operations, rowsThere, type World } from './world.js';

/** What every scenario has. */
export interface Proof {
  settings: Settings;
  kube: Kube;
  helm: Helm;
  session: Session;
  world: World;
  ledger: Ledger;
  load: Load;
  /** Versions of the images: the one that was installed, and a later one. */
  tags: { first: string; second: string };
  say: (line: string) => void;
}

/** What a scenario found. */
export interface Found {
  note: string;
  problems?: string[];
}

/** Quiet time before and after what is done, milliseconds: what it breaks a little later is its, too. */
const MARGIN_MS = 5_000;

/** The load of a run. */
export function loadOf(session: Session, world: World, ledger: Ledger, perSecond: number): Load {
  return new Load({
    send: ({ method, path, ...parts }) => session.send(method, path, parts),
    ledger,
    operations: operations(world, ledger),
    perSecond,
  });
}

/** Does something and tells what came of it. */
export async function told(name: string, act: () => Promise<Found>, say: Proof['say']): Promise<Outcome> {
  const began = Date.now();
  say(`${name} ...`);
  const found = await act().catch((error: unknown): Found => ({ note: '', problems: [messageOf(error)] }));
  const outcome = { name, note: found.note, problems: found.problems ?? [], seconds: (Date.now() - began) / 1000 };
  for (const problem of outcome.problems) say(`  problem: ${problem}`);
  return outcome;
}

/**
 * Does something while the load goes on, then compares what was acknowledged, in the whole run, with what is there.
 *
 * @param mayFail whether requests may fail meanwhile; acknowledged writes may never be lost
 */
export async function underLoad(
  proof: Pick<Proof, 'load' | 'ledger' | 'session' | 'world' | 'say'>,
  name: string,
  mayFail: boolean,
  act: () => Promise<Found>,
): Promise<Outcome> {
  const { load, ledger, session, world, say } = proof;
  say(`${name} ...`);
  const before = ledger.writes.length;
  let found: Found = { note: '' };
  load.start();
  const stretch = await load.during(async () => {
    await sleep(MARGIN_MS);
    found = await act().catch((error: unknown): Found => ({ note: '', problems: [messageOf(error)] }));
    await sleep(MARGIN_MS);
  });
  await load.stop();
  const writes = [...ledger.writes];
  // what is counted is whether it is there, not whether the first question after the scenario is answered
  const rows = await eventually(() => rowsThere(session, world));
  const failures = failuresOf(stretch);
  const problems = [
    ...(found.problems ?? []),
    ...lossesOf(tally(writes, rows)),
    ...(mayFail || failures.length === 0 ? [] : [`${stretch.failures.length} requests failed`]),
    ...(stretch.skipped > 0 ? [`${stretch.skipped} requests were not sent: too many waited for an answer`] : []),
  ];
  for (const line of failures) say(`  failed: ${line}`);
  for (const problem of problems) say(`  problem: ${problem}`);
  return {
    name,
    problems,
    note: found.note,
    seconds: stretch.seconds,
    stretch,
    tallies: tally(writes.slice(before), rows),
  };
}
