// Program: `npm run drill`. Starts two of every service, gateway and worker on this machine and injects faults under
// load; acknowledged writes must exist afterwards, exactly once and unaltered. `-- --help` lists the options.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultyProxy } from '@symbio/runtime/testing/faulty-proxy';
import { mongoFolder } from '../../dev/mongo.js';
import { nodeProgram } from '../../dev/paths.js';
import { blobDir } from '../../dev/stack-settings.js';
import { withCleanup, type Cleanup } from '../harness/cleanup.js';
import { program } from '../../dev/program.js';
import { circumstances, outcomeTable, publish, verdictOf, type Outcome } from '../harness/report.js';
import { prepareWork, underLoad } from '../harness/scenario.js';
import { clientOf, labStack, scratchFolder, storesOf } from '../harness/stack.js';
import { inspect } from '../harness/stores.js';
import { alertsFire } from './alerts/alerts.js';
import { clockJumps, deadStores, slowStores } from './faults/dependencies.js';
import { blobsFull, databaseFull, queueFull } from './faults/disks.js';
import { repeatedEvents } from './faults/events.js';
import { forgedEvents } from './faults/forged.js';
import { contestedJob } from './faults/jobs.js';
import { killed, mongoRestarted, natsRestarted, powerCut, suspendedCopies } from './faults/processes.js';
import { uploadCut } from './faults/upload.js';
import { CLOCK_SETTING, MachineClock } from './clock.js';
import { Disk, mayMount } from './disk.js';
import type { Drill, DrillContext } from './drill.js';
import { drillList, readOptions, usage, type Options } from './options.js';

/** In order of execution. */
const DRILLS: readonly Drill[] = [
  ...[killed, natsRestarted, mongoRestarted, powerCut, uploadCut, contestedJob],
  ...[slowStores, deadStores, suspendedCopies, clockJumps, repeatedEvents, forgedEvents],
  ...[blobsFull, databaseFull, queueFull, alertsFire],
];

/** Sizes of the stores' disks in bytes: they use as much memory as is written. */
const DISK_BYTES = { blobs: 3e9, database: 3e9, queue: 2e9 } as const;

async function mountDisks(dataDir: string, cleanup: Cleanup): Promise<DrillContext['disks']> {
  const folders = { blobs: blobDir(dataDir), database: mongoFolder(dataDir), queue: path.join(dataDir, 'nats') };
  const disks: DrillContext['disks'] = {};
  for (const [name, folder] of Object.entries(folders) as [keyof typeof folders, string][]) {
    const disk = await Disk.mount(folder, DISK_BYTES[name]);
    cleanup.push(() => disk.unmount());
    disks[name] = disk;
  }
  return disks;
}

async function prepare(options: Options, drills: readonly Drill[], cleanup: Cleanup): Promise<DrillContext> {
  const dataDir = scratchFolder('drill', cleanup, options.keep);
  const disks = drills.some(({ needsRoot }) => needsRoot) ? await mountDisks(dataDir, cleanup) : {};
  const proxies: Partial<DrillContext['proxies']> = {};
  const through =
    (name: keyof DrillContext['proxies']) =>
    async (port: number): Promise<number> => {
      const proxy = await faultyProxy(port);
      await proxy.mend();
      cleanup.push(() => proxy.cut());
      proxies[name] = proxy;
      return proxy.port;
    };
  const clock = new MachineClock(path.join(dataDir, 'clock'));
  console.log('Starting two of every process ...');
  const stack = await labStack('drill', cleanup, {
    dataDir,
    bundle: true,
    env: { REPLICAS: '2', WORKERS: '2', [CLOCK_SETTING]: clock.file },
    nodeArgs: ['--import', pathToFileURL(nodeProgram('lab/drills/clock-preload').at(-1) ?? '').href],
    ways: { mongodb: through('mongodb'), nats: through('nats') },
  });
  const { mongodb, nats } = proxies;
  if (!mongodb || !nats) throw new Error('the stores are external; a drill needs its own');
  const stores = await storesOf(stack, cleanup);
  const work = await prepareWork(clientOf(stack, 'staff', cleanup), options.perSecond);
  work.inspect = () => inspect(stores, work.ledger);
  cleanup.push(() => work.load.stop());
  return { stack, stores, proxies: { mongodb, nats }, disks, clock, rounds: options.rounds, of: options.of, work };
}

async function main(options: Options): Promise<number> {
  if (options.list) {
    console.log(drillList(DRILLS));
    return 0;
  }
  const leftOut = options.drills.filter(({ needsRoot }) => needsRoot === true && !mayMount());
  const drills = options.drills.filter((drill) => !leftOut.includes(drill));
  for (const { name } of leftOut) console.log(`${name} is left out: it needs root, to mount a disk.`);
  const outcomes: Outcome[] = [];
  try {
    await withCleanup(async (cleanup) => {
      const context = await prepare(options, drills, cleanup);
      for (const drill of drills) {
        const outcome = await underLoad(context.work, drill.name, true, () => drill.act(context));
        outcomes.push(outcome);
        console.log(`\n${outcomeTable([outcome])}\n`);
      }
    });
  } finally {
    publish(`${await circumstances()}\n\n${outcomeTable(outcomes)}`, 'npm run drill', options.write);
  }
  return verdictOf(outcomes, leftOut.length > 0 ? `, ${leftOut.length} left out (needs root)` : '');
}

program(usage(DRILLS), (args) => readOptions(args, DRILLS), main);
