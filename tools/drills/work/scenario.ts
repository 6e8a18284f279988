import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../dev/start-error.js';
import { tally, type Ledger, type Row, type Write } from './ledger.js';
import { Load, type Back } from './load.js';
import { operations } from './operations.js';
import { rowsThere } from './rows.js';
import { eventually, type Session } from './session.js';
import { failuresOf, lossesOf, type Outcome } from './table.js';
import type { World } from './world.js';

/** What everything that is done under load has. */
export interface Work {
  session: Session;
  world: World;
  ledger: Ledger;
  load: Load;
  say: (line: string) => void;
  /** Looks at more than what the API shows; answers sentences about what is wrong. */
  look?: () => Promise<string[]>;
}

/** What was found. */
export interface Found {
  note: string;
  problems?: string[];
  /** When each kind of request was answered well again. */
  back?: Back[];
}

/** Quiet time before and after what is done, milliseconds: what it breaks a little later is its, too. */
const MARGIN_MS = 5_000;
/** Milliseconds in which the documents whose reading was acknowledged must be read: there may be some dozens. */
const READ_MS = 180_000;

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
export async function told(name: string, act: () => Promise<Found>, say: Work['say']): Promise<Outcome> {
  const began = Date.now();
  say(`${name} ...`);
  const found = await act().catch((error: unknown): Found => ({ note: '', problems: [messageOf(error)] }));
  const seconds = (Date.now() - began) / 1000;
  const outcome = { name, note: found.note, problems: found.problems ?? [], seconds, back: found.back };
  for (const problem of outcome.problems) say(`  problem: ${problem}`);
  return outcome;
}

/** What is there once the documents whose reading was acknowledged are read, or are given up. */
export async function rowsInTheEnd(session: Session, world: World, writes: readonly Write[]): Promise<Row[]> {
  // what is counted is whether it is there in the end, not whether the first question after the load is answered
  let rows = await eventually(() => rowsThere(session, world));
  const isRead = async (): Promise<void> => {
    const unread = tally(writes, rows).find(({ kind }) => kind === 'job')?.lost.length ?? 0;
    if (unread === 0) return;
    rows = await rowsThere(session, world);
    throw new Error(`${unread} documents are not read`);
  };
  // those that are never read are among the losses
  await eventually(isRead, READ_MS).catch(() => undefined);
  return rows;
}

/** What a look finds; one that fails is a finding. */
const looked = async ({ look }: Work): Promise<string[]> =>
  (await look?.().catch((error: unknown) => [`the look failed: ${messageOf(error)}`])) ?? [];

/**
 * Does something while the load goes on, then compares what was acknowledged, in the whole run, with what is there.
 *
 * @param mayFail whether requests may be refused or not be answered meanwhile; no answer may be wrong, and acknowledged writes
 *   may never be lost
 */
export async function underLoad(
  work: Work,
  name: string,
  mayFail: boolean,
  act: () => Promise<Found>,
): Promise<Outcome> {
  const { load, ledger, session, world, say } = work;
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
  const rows = await rowsInTheEnd(session, world, writes);
  const failures = failuresOf(stretch);
  const wrong = stretch.failures.filter(({ kind }) => kind === 'wrong').length;
  // where nothing may answer for a while, waiting is what clients do
  const unsent =
    stretch.skipped > 0 ? [`${stretch.skipped} requests were not sent: too many waited for an answer`] : [];
  const problems = [
    ...(found.problems ?? []),
    ...lossesOf(tally(writes, rows)),
    ...(mayFail || failures.length === 0 ? [] : [`${stretch.failures.length} requests failed`]),
    ...(mayFail && wrong > 0 ? [`${wrong} requests were answered wrongly`] : []),
    ...(mayFail ? [] : unsent),
    ...(await looked(work)),
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
    back: found.back,
  };
}
