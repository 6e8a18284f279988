import type { FaultyProxy } from '@symbio/kit/testing/faulty-proxy';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStack } from '../dev/stack.js';
import type { Stores } from '../operations/backup/stores.js';
import { topology, type ProcessKind } from '../topology.js';
import type { MachineClock } from './clock.js';
import type { Disk } from './disk.js';
import type { Back } from './work/load.js';
import { slowest } from './work/table.js';
import { underLoad, type Found, type Work } from './work/scenario.js';
import { eventually } from './work/session.js';
import type { Outcome } from './work/table.js';

/** What every drill has. */
export interface Ground {
  stack: RunningStack;
  work: Work;
  /** Straight to the stores, whatever is on the way of the processes. */
  stores: Stores;
  proxies: { mongodb: FaultyProxy; nats: FaultyProxy };
  /** Absent where nothing can be mounted. */
  disks: { blobs?: Disk; database?: Disk; queue?: Disk };
  clock: MachineClock;
  /** How often what is done again and again is done. */
  rounds: number;
  /** Processes that are to be ended in turn; all when empty. */
  of: readonly string[];
}

/** One drill: breaks something under load. */
export interface Drill {
  name: string;
  /** What is broken, in a few words. */
  title: string;
  /** Needs disks of its own, which only root can make. */
  needsRoot?: boolean;
  /** Takes its time, or needs a program that not everybody has: carried out when it is named only. */
  isApart?: boolean;
  act: (ground: Ground) => Promise<Found>;
}

/** Seconds in which service must be back. */
const BACK_SECONDS = 10;
/** Milliseconds in which a request that is asked again and again is answered well, or the drill ends. */
const PROBE_MS = 120_000;
/** Milliseconds in which a process that was ended must be ready again. */
const READY_MS = 120_000;

/**
 * When each kind of request was answered well again, and sentences about those that were not in time.
 *
 * @param since when the fault was, or ended; milliseconds since the epoch
 */
export async function back({ work }: Ground, since: number): Promise<Required<Pick<Found, 'back' | 'problems'>>> {
  const found = await work.load.back(since, PROBE_MS);
  const never = found.filter(({ seconds }) => !Number.isFinite(seconds));
  const late = found.filter(({ seconds }) => Number.isFinite(seconds) && seconds > BACK_SECONDS);
  const last = slowest(late);
  const problems = [
    ...never.map(({ operation }) => `"${operation}" was not answered well within ${PROBE_MS / 1000} s`),
    ...(last === undefined
      ? []
      : [
          `service was back after ${last.seconds.toFixed(1)} s ("${last.operation}"; ${late.length} kinds of request after more than ${BACK_SECONDS} s)`,
        ]),
  ];
  return { back: found, problems };
}

/** The slower of several times at which each kind of request was back. */
export function slowestOf(all: readonly (readonly Back[])[]): Back[] {
  const worst = new Map<string, Back>();
  for (const one of all.flat()) {
    const known = worst.get(one.operation);
    if (!known || known.seconds < one.seconds) worst.set(one.operation, one);
  }
  return [...worst.values()];
}

/** Carries out a drill under load, and compares. */
export const carryOut = (drill: Drill, ground: Ground): Promise<Outcome> =>
  underLoad(ground.work, drill.name, true, () => drill.act(ground));

const kindOf = (name: string): ProcessKind | undefined =>
  topology.find((one) => one.name === name.replace(/-\d+$/, ''))?.kind;

const isStore = (name: string): boolean => kindOf(name) === 'infra';

/** Names of the processes that run, copies included: of these kinds. */
export const running = ({ stack }: Ground, ...kinds: ProcessKind[]): string[] =>
  stack.processes.filter((name) => kinds.includes(kindOf(name) ?? 'balancer'));

/** Ends a process at once. @returns its id */
export function kill({ stack }: Ground, name: string): number {
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Waits until a process runs again under another id, ready. */
export const again = ({ stack }: Ground, name: string, before: number | undefined): Promise<void> =>
  eventually(async () => {
    const pid = stack.pid(name);
    if (pid === undefined || pid === before) throw new Error(`${name} did not come back`);
    if (isStore(name)) return;
    if (!(await fetch(`${stack.adminUrl(name)}/readyz`)).ok) throw new Error(`${name} is not ready`);
  }, READY_MS);

/** Stops processes where they stand, does something, and lets them go on. */
export async function frozen<T>({ stack }: Ground, names: readonly string[], act: () => Promise<T>): Promise<T> {
  const pids = names.flatMap((name) => stack.pid(name) ?? []);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

/** Seconds since a moment, with one digit. */
export const since = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;

export const pause = (seconds: number): Promise<void> => sleep(seconds * 1000);
