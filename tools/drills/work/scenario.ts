import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../dev/start-error.js';
import { tally, type Ledger, type Row, type Write } from './ledger.js';
import { Load, type Back } from './load.js';
import { operations } from './operations.js';
import { rowsThere } from './rows.js';
import { eventually, type Session } from './session.js';
import { failuresOf, lossesOf, type Outcome } from './table.js';
import type { World } from './world.js';

/** The context of work under load. */
export interface Work {
  session: Session;
  world: World;
  ledger: Ledger;
  load: Load;
  say: (line: string) => void;
  /** Checks beyond the API; returns problems as sentences. */
  look?: () => Promise<string[]>;
}

/** Findings. */
export interface Found {
  note: string;
  problems?: string[];
  /** Recovery time of each kind of request. */
  back?: Back[];
}

/** Margin in milliseconds before and after an action, for its delayed effects. */
const MARGIN_MS = 5_000;
/** Milliseconds within which acknowledged documents must be processed: there may be dozens. */
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

/** Runs an action and reports its outcome. */
export async function told(name: string, act: () => Promise<Found>, say: Work['say']): Promise<Outcome> {
  const began = Date.now();
  say(`${name} ...`);
  const found = await act().catch((error: unknown): Found => ({ note: '', problems: [messageOf(error)] }));
  const seconds = (Date.now() - began) / 1000;
  const outcome = { name, note: found.note, problems: found.problems ?? [], seconds, back: found.back };
  for (const problem of outcome.problems) say(`  problem: ${problem}`);
  return outcome;
}

/** Existing rows once acknowledged documents are processed or given up. */
export async function rowsInTheEnd(session: Session, world: World, writes: readonly Write[]): Promise<Row[]> {
  // only the final state counts, not whether the first request succeeds
  let rows = await eventually(() => rowsThere(session, world));
  const isRead = async (): Promise<void> => {
    const unread = tally(writes, rows).find(({ kind }) => kind === 'job')?.lost.length ?? 0;
    if (unread === 0) return;
    rows = await rowsThere(session, world);
    throw new Error(`${unread} documents are not read`);
  };
  // unprocessed ones count as lost
  await eventually(isRead, READ_MS).catch(() => undefined);
  return rows;
}

/** Check results; a failing check is a finding. */
const looked = async ({ look }: Work): Promise<string[]> =>
  (await look?.().catch((error: unknown) => [`the look failed: ${messageOf(error)}`])) ?? [];

/**
 * Runs an action under load, then compares all acknowledged writes of the run with existing rows.
 *
 * @param mayFail whether requests may be refused or unanswered; wrong responses and lost writes are never permitted
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
  // during an outage clients wait
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
