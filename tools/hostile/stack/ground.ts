/** The target: a running stack with other people at work. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack, type RunningStack } from '../../dev/stack.js';
import { look } from '../../drills/look.js';
import type { Undoing } from '../../drills/undoing.js';
import { Ledger } from '../../drills/work/ledger.js';
import { loadOf, underLoad, type Work } from '../../drills/work/scenario.js';
import { Session } from '../../drills/work/session.js';
import { Site } from '../../drills/work/site.js';
import { makeWorld } from '../../drills/work/world.js';
import { openStores } from '@symbio/operations/backup/stores';
import { Peaks, residentMb } from '../memory.js';
import type { Result } from '../report.js';
import { isSlower, processFaults, type Held } from './effects.js';

/** Requests a second of the other people. */
const PER_SECOND = 6;
/** Baseline measurement before the attack, in milliseconds. */
const QUIET_MS = 20_000;
const LOOK_MS = 500;

export interface Ground {
  stack: RunningStack;
  work: Work;
  /** The attacker, signed in as an administrator, who has the most rights. */
  enemy: Session;
}

/** Starts the stack, with things in it. */
export async function prepare(undoing: Undoing, keep: boolean): Promise<Ground> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-hostile-'));
  undoing.push(() => {
    if (keep) console.log(`Logs are in ${dataDir}`);
    else fs.rmSync(dataDir, { recursive: true, force: true });
    return Promise.resolve();
  });
  console.log('Starting the stack ...');
  const stack = await startStack({
    dataDir,
    ports: 'free',
    env: { WORKERS: '1', PERSON_REQUESTS_PER_MINUTE: '0' },
    report: (event) => {
      if (event.kind === 'died') console.log(`  ${event.name} ${event.how}`);
    },
  });
  undoing.push(() => stack.stop());
  const stores = await openStores({
    mongoUri: stack.mongoUri,
    natsUrl: stack.natsUrl,
    blobUrl: undefined,
    accountsDir: undefined,
    natsReplicas: 1,
  });
  undoing.push(() => stores.close());
  const sites = [new Site(stack.url), new Site(stack.url)] as const;
  undoing.push(() => Promise.resolve(sites.forEach((site) => site.close())));
  const session = new Session(sites[0], 'staff@symbio.test', LOCAL_PASSWORD);
  const enemy = new Session(sites[1], 'admin@symbio.test', LOCAL_PASSWORD);
  const world = await makeWorld(session);
  const ledger = new Ledger();
  const load = loadOf(session, world, ledger, PER_SECOND);
  undoing.push(() => load.stop());
  const work = { session, world, ledger, load, say: console.log, look: () => look(stores, ledger) };
  return { stack, work, enemy };
}

/** Result of an attack, before the effect on others is added. */
export type Tried = Pick<Result, 'tried' | 'answered' | 'faults'> & { seen?: string };

const running = ({ stack }: Ground): [string, number][] =>
  stack.processes.flatMap((name): [string, number][] => {
    const pid = stack.pid(name);
    return pid === undefined ? [] : [[name, pid]];
  });

const sizes = (ground: Ground): Map<string, Held> =>
  new Map(running(ground).map(([name, pid]) => [name, { pid, mb: residentMb(pid) ?? 0 }]));

/** Runs an attack while others work, and measures the effect on them. */
export async function hostile(
  ground: Ground,
  part: string,
  name: string,
  act: (ground: Ground) => Promise<Tried>,
): Promise<Result> {
  const { load } = ground.work;
  const began = Date.now();
  load.start();
  const quiet = await load.during(() => sleep(QUIET_MS));
  await load.stop();
  const before = sizes(ground);
  const peaks = new Peaks(() => running(ground), LOOK_MS);
  let tried: Tried = { tried: 0, answered: '', faults: [] };
  const outcome = await underLoad(ground.work, `${part}: ${name}`, false, async () => {
    tried = await act(ground);
    return { note: '' };
  });
  const most = peaks.stop();
  const during = outcome.stretch?.p99 ?? 0;
  const slow = isSlower(quiet.p99, during)
    ? [`others waited ${during.toFixed(0)} ms (p99), before ${quiet.p99.toFixed(0)}`]
    : [];
  const [largest = ['none', 0] as const] = [...most].sort(([, a], [, b]) => b - a);
  const times = `others' p99 ${quiet.p99.toFixed(0)} then ${during.toFixed(0)} ms, ${outcome.stretch?.failures.length ?? 0} of ${outcome.stretch?.requests ?? 0} failed`;
  const gateway = before.get('gateway')?.mb ?? 0;
  const memory = `gateway ${gateway.toFixed(0)} MB, then at most ${(most.get('gateway') ?? 0).toFixed(0)}; largest process ${largest[0]} ${largest[1].toFixed(0)} MB`;
  const faults = [...tried.faults, ...outcome.problems, ...slow, ...processFaults(before, sizes(ground), most)];
  for (const fault of faults) ground.work.say(`  fault: ${fault}`);
  return {
    part,
    name,
    tried: tried.tried,
    answered: tried.answered,
    faults,
    seen: [tried.seen, times, memory].filter(Boolean).join('; '),
    seconds: (Date.now() - began) / 1000,
  };
}
