import type { FaultyProxy } from '@symbio/kit/testing/faulty-proxy';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStack } from '../dev/stack.js';
import type { Stores } from '@symbio/operations/backup/stores';
import { topology, type ProcessKind } from '@symbio/topology';
import type { MachineClock } from './clock.js';
import type { Disk } from './disk.js';
import type { Back } from './work/load.js';
import { slowest } from './work/table.js';
import { underLoad, type Found, type Work } from './work/scenario.js';
import { eventually } from './work/session.js';
import type { Outcome } from './work/table.js';

/** The environment of a drill. */
export interface Ground {
  stack: RunningStack;
  work: Work;
  /** Direct connections to the stores, bypassing injected faults. */
  stores: Stores;
  proxies: { mongodb: FaultyProxy; nats: FaultyProxy };
  /** Absent where mounting is not possible. */
  disks: { blobs?: Disk; database?: Disk; queue?: Disk };
  clock: MachineClock;
  /** Number of repetitions. */
  rounds: number;
  /** Processes to kill; all when empty. */
  of: readonly string[];
}

/** A drill: injects a fault under load. */
export interface Drill {
  name: string;
  /** Short description of the fault. */
  title: string;
  /** Needs mounted disks, which only root can create. */
  needsRoot?: boolean;
  /** Slow, or needs a special program: runs only when named. */
  isApart?: boolean;
  act: (ground: Ground) => Promise<Found>;
}

/** Maximum seconds until recovery. */
const BACK_SECONDS = 10;
/** Timeout in milliseconds of a repeated request. */
const PROBE_MS = 120_000;
/** Milliseconds within which a killed process must be ready again. */
const READY_MS = 120_000;

/**
 * Recovery time of each kind of request, and sentences about slow ones.
 *
 * @param since start or end of the fault; milliseconds since the epoch
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

/** The slowest recovery of each kind of request. */
export function slowestOf(all: readonly (readonly Back[])[]): Back[] {
  const worst = new Map<string, Back>();
  for (const one of all.flat()) {
    const known = worst.get(one.operation);
    if (!known || known.seconds < one.seconds) worst.set(one.operation, one);
  }
  return [...worst.values()];
}

/** Runs a drill under load and compares. */
export const carryOut = (drill: Drill, ground: Ground): Promise<Outcome> =>
  underLoad(ground.work, drill.name, true, () => drill.act(ground));

const kindOf = (name: string): ProcessKind | undefined =>
  topology.find((one) => one.name === name.replace(/-\d+$/, ''))?.kind;

const isStore = (name: string): boolean => kindOf(name) === 'infra';

/** Names of running processes of these kinds, including copies. */
export const running = ({ stack }: Ground, ...kinds: ProcessKind[]): string[] =>
  stack.processes.filter((name) => kinds.includes(kindOf(name) ?? 'balancer'));

/** Kills a process. @returns its id */
export function kill({ stack }: Ground, name: string): number {
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Waits until a process is ready again under another id. */
export const again = ({ stack }: Ground, name: string, before: number | undefined): Promise<void> =>
  eventually(async () => {
    const pid = stack.pid(name);
    if (pid === undefined || pid === before) throw new Error(`${name} did not come back`);
    if (isStore(name)) return;
    if (!(await fetch(`${stack.adminUrl(name)}/readyz`)).ok) throw new Error(`${name} is not ready`);
  }, READY_MS);

/** Suspends processes during an action. */
export async function frozen<T>({ stack }: Ground, names: readonly string[], act: () => Promise<T>): Promise<T> {
  const pids = names.flatMap((name) => stack.pid(name) ?? []);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

/** Seconds since a time, with one decimal. */
export const since = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;

export const pause = (seconds: number): Promise<void> => sleep(seconds * 1000);
