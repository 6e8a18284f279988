import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyProxy } from '@symbio/runtime/testing/faulty-proxy';
import type { Stores } from '@symbio/operations/backup/stores';
import { topology, type ProcessKind } from '@symbio/topology';
import type { RunningStack } from '../../dev/stack.js';
import type { Recovery } from '../harness/load.js';
import { slowest } from '../harness/report.js';
import type { Findings, Work } from '../harness/scenario.js';
import { eventually } from '../harness/world.js';
import type { MachineClock } from './clock.js';
import type { Disk } from './disk.js';

export interface DrillContext {
  stack: RunningStack;
  work: Work;
  /** Direct connections to the stores, bypassing injected faults. */
  stores: Stores;
  proxies: { mongodb: FaultyProxy; nats: FaultyProxy };
  /** Absent where mounting is not possible. */
  disks: { blobs?: Disk; database?: Disk; queue?: Disk };
  clock: MachineClock;
  rounds: number;
  /** Processes to kill; all when empty. */
  of: readonly string[];
}

export interface Drill {
  name: string;
  title: string;
  /** Needs mounted disks, which only root can create. */
  needsRoot?: boolean;
  /** Slow, or needs a special program: runs only when named. */
  isApart?: boolean;
  act: (context: DrillContext) => Promise<Findings>;
}

/** Maximum seconds until recovery. */
const BACK_SECONDS = 10;
const PROBE_MS = 120_000;
const READY_MS = 120_000;

export class Recoveries {
  readonly #worst = new Map<string, Recovery>();
  readonly #problems: string[] = [];

  constructor(private readonly context: DrillContext) {}

  /** @returns the slowest */
  async measure(since: number, label = ''): Promise<Recovery | undefined> {
    const found = await this.context.work.load.recovery(since, PROBE_MS);
    for (const one of found)
      if (one.seconds >= (this.#worst.get(one.operation)?.seconds ?? 0)) this.#worst.set(one.operation, one);
    const late = found.filter(({ seconds }) => Number.isFinite(seconds) && seconds > BACK_SECONDS);
    const last = slowest(late);
    const problems = found
      .filter(({ seconds }) => !Number.isFinite(seconds))
      .map(({ operation }) => `"${operation}" was not answered well within ${PROBE_MS / 1000} s`);
    if (last !== undefined)
      problems.push(
        `service was back after ${last.seconds.toFixed(1)} s ("${last.operation}"; ${late.length} kinds of request after more than ${BACK_SECONDS} s)`,
      );
    this.#problems.push(...problems.map((problem) => (label === '' ? problem : `${label}: ${problem}`)));
    return slowest(found);
  }

  findings(note: string, problems: readonly string[] = []): Findings {
    return { note, problems: [...problems, ...this.#problems], recoveries: [...this.#worst.values()] };
  }
}

/** Measures the recovery from a fault that ended now. */
export async function recovered(
  context: DrillContext,
  note: string,
  problems: readonly string[] = [],
): Promise<Findings> {
  const recoveries = new Recoveries(context);
  await recoveries.measure(Date.now());
  return recoveries.findings(note, problems);
}

/** Without the number of its copy. */
export const processOf = (copy: string): string => copy.replace(/-\d+$/, '');

const kindOf = (name: string): ProcessKind | undefined => topology.find((one) => one.name === processOf(name))?.kind;

/** Names of running processes of these kinds, including copies. */
export const running = ({ stack }: DrillContext, ...kinds: ProcessKind[]): string[] =>
  stack.processes.filter((name) => kinds.includes(kindOf(name) ?? 'balancer'));

export function kill({ stack }: DrillContext, name: string): number {
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Waits until a process is ready again under another id. */
export const restarted = ({ stack }: DrillContext, name: string, before: number | undefined): Promise<void> =>
  eventually(async () => {
    const pid = stack.pid(name);
    if (pid === undefined || pid === before) throw new Error(`${name} was not restarted`);
    if (kindOf(name) === 'infra') return;
    if (!(await fetch(`${stack.adminUrl(name)}/readyz`)).ok) throw new Error(`${name} is not ready`);
  }, READY_MS);

/** Suspends processes. @returns resumes them */
export function suspend({ stack }: DrillContext, names: readonly string[]): () => void {
  const pids = names.flatMap((name) => stack.pid(name) ?? []);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
}

export async function whileSuspended<T>(
  context: DrillContext,
  names: readonly string[],
  act: () => Promise<T>,
): Promise<T> {
  const resume = suspend(context, names);
  try {
    return await act();
  } finally {
    resume();
  }
}

export const since = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;

export const pause = (seconds: number): Promise<void> => sleep(seconds * 1000);
