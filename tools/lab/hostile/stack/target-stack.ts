/** Target: a running stack with other people at work. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@symbio/fixtures/api-client';
import type { RunningStack } from '../../../dev/stack.js';
import type { Cleanup } from '../../harness/cleanup.js';
import { MemoryPeaks, residentMb } from '../../harness/processes.js';
import { prepareWork, underLoad, type Work } from '../../harness/scenario.js';
import { clientOf, labStack, pidsOf, storesOf } from '../../harness/stack.js';
import { inspect } from '../../harness/stores.js';
import type { Result } from '../report.js';
import { isSlower, processFaults, type ProcessState } from './effects.js';

/** Requests a second of the other people. */
const PER_SECOND = 6;
/** Baseline measurement before an attack, in milliseconds. */
const BASELINE_MS = 20_000;
const SAMPLE_MS = 500;

export interface Target {
  stack: RunningStack;
  work: Work;
  /** Signed in as an administrator, who has the most rights. */
  attacker: ApiClient;
  /** Has no access to the project of the others. */
  stranger: ApiClient;
}

/** Before the effect on others is added. */
export type Attack = Pick<Result, 'tried' | 'answered' | 'faults'> & { seen?: string };

export async function startTarget(cleanup: Cleanup, keep: boolean): Promise<Target> {
  console.log('Starting the stack ...');
  const stack = await labStack('hostile', cleanup, { keep, env: { WORKERS: '1' } });
  const stores = await storesOf(stack, cleanup);
  const work = await prepareWork(clientOf(stack, 'staff', cleanup), PER_SECOND);
  work.inspect = () => inspect(stores, work.ledger);
  cleanup.push(() => work.load.stop());
  return { stack, work, attacker: clientOf(stack, 'admin', cleanup), stranger: clientOf(stack, 'customer', cleanup) };
}

const statesOf = (stack: RunningStack): Map<string, ProcessState> =>
  new Map(pidsOf(stack).map(([name, pid]) => [name, { pid, mb: residentMb(pid) ?? 0 }]));

/** Runs an attack while others work, and measures the effect on them. */
export async function attack(
  { stack, work }: Target,
  part: string,
  name: string,
  act: () => Promise<Attack>,
): Promise<Result> {
  const { load, say } = work;
  const began = Date.now();
  load.start();
  const baseline = await load.during(() => sleep(BASELINE_MS));
  await load.stop();
  const before = statesOf(stack);
  const memory = new MemoryPeaks(() => pidsOf(stack), SAMPLE_MS);
  let done: Attack = { tried: 0, answered: '', faults: [] };
  const { problems, stretch } = await underLoad(work, `${part}: ${name}`, false, async () => {
    done = await act();
    return { note: '' };
  });
  const peaks = memory.stop();
  const [p99, during] = [baseline.p99, stretch?.p99 ?? 0].map((ms) => ms.toFixed(0));
  const slow = isSlower(baseline.p99, stretch?.p99 ?? 0) ? [`others waited ${during} ms (p99), before ${p99}`] : [];
  const faults = [...done.faults, ...problems, ...slow, ...processFaults(before, statesOf(stack), peaks)];
  for (const fault of faults) say(`  fault: ${fault}`);
  const [[largest, mb] = ['none', 0]] = [...peaks].sort(([, a], [, b]) => b - a);
  const failed = `${stretch?.failures.length ?? 0} of ${stretch?.requests ?? 0} failed`;
  const gateway = [before.get('gateway')?.mb ?? 0, peaks.get('gateway') ?? 0].map((one) => one.toFixed(0));
  const seen = [
    ...(done.seen ? [done.seen] : []),
    `others' p99 ${p99} then ${during} ms, ${failed}`,
    `gateway ${gateway[0]} MB, then at most ${gateway[1]}`,
    `largest process ${largest} ${mb.toFixed(0)} MB`,
  ];
  const { tried, answered } = done;
  return { part, name, tried, answered, faults, seen: seen.join('; '), seconds: (Date.now() - began) / 1000 };
}
