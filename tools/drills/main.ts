// Program: `npm run drill`. Starts two of every service, gateway and worker on this machine and injects faults under
// load; acknowledged writes must exist afterwards, exactly once and unaltered. `npm run test:cluster` applies the same
// load and checks on Kubernetes. `-- --help` lists the options.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultyProxy, type FaultyProxy } from '@symbio/kit/testing/faulty-proxy';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { mongoFolder } from '../dev/mongo.js';
import { nodeProgram } from '../dev/paths.js';
import { startStack } from '../dev/stack.js';
import { blobDir } from '../dev/stack-settings.js';
import { StartError } from '../dev/start-error.js';
import { openStores } from '@symbio/operations/backup/stores';
import { DRILLS } from './all.js';
import { CLOCK_SETTING, MachineClock } from './clock.js';
import { Disk, mayMount } from './disk.js';
import { carryOut, type Drill, type Ground } from './drill.js';
import { look } from './look.js';
import { drillList, readOptions, usage, type Options } from './options.js';
import { reportOf, withReport } from './page.js';
import { Undoing } from './undoing.js';
import { Ledger } from './work/ledger.js';
import { loadOf } from './work/scenario.js';
import { Session } from './work/session.js';
import { Site } from './work/site.js';
import { table, type Outcome } from './work/table.js';
import { makeWorld } from './work/world.js';

/** Sizes of the stores' disks in bytes: they use as much memory as is written. */
const DISK_BYTES = { blobs: 3e9, database: 3e9, queue: 2e9 } as const;

async function mountDisks(dataDir: string, undoing: Undoing): Promise<Ground['disks']> {
  const folders = { blobs: blobDir(dataDir), database: mongoFolder(dataDir), queue: path.join(dataDir, 'nats') };
  const disks: Ground['disks'] = {};
  for (const [name, folder] of Object.entries(folders) as [keyof typeof folders, string][]) {
    const disk = await Disk.mount(folder, DISK_BYTES[name]);
    undoing.push(() => disk.unmount());
    disks[name] = disk;
  }
  return disks;
}

/** Starts the environment of the drills. */
async function prepare(options: Options, drills: readonly Drill[], undoing: Undoing): Promise<Ground> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-drill-'));
  undoing.push(() => {
    if (options.keep) console.log(`Logs are in ${dataDir}`);
    else fs.rmSync(dataDir, { recursive: true, force: true });
    return Promise.resolve();
  });
  const disks = drills.some(({ needsRoot }) => needsRoot) ? await mountDisks(dataDir, undoing) : {};
  const proxies: Partial<Ground['proxies']> = {};
  const lead =
    (name: keyof Ground['proxies']) =>
    async (port: number): Promise<number> => {
      const proxy: FaultyProxy = await faultyProxy(port);
      await proxy.mend();
      undoing.push(() => proxy.cut());
      proxies[name] = proxy;
      return proxy.port;
    };
  const clock = new MachineClock(path.join(dataDir, 'clock'));
  console.log('Starting two of every process ...');
  const stack = await startStack({
    dataDir,
    ports: 'free',
    bundle: true,
    env: { REPLICAS: '2', WORKERS: '2', PERSON_REQUESTS_PER_MINUTE: '0', [CLOCK_SETTING]: clock.file },
    nodeArgs: ['--import', pathToFileURL(nodeProgram('drills/clock-preload').at(-1) ?? '').href],
    ways: { mongodb: lead('mongodb'), nats: lead('nats') },
    report: (event) => {
      if (event.kind === 'died')
        console.log(`  ${event.name} ${event.how}; started again in ${event.restartSeconds} s`);
    },
  });
  undoing.push(() => stack.stop());
  const { mongodb, nats } = proxies;
  if (!mongodb || !nats) throw new Error('the stores were started elsewhere');
  const stores = await openStores({
    mongoUri: stack.mongoUri,
    natsUrl: stack.natsUrl,
    blobUrl: undefined,
    accountsDir: undefined,
    natsReplicas: 1,
  });
  undoing.push(() => stores.close());
  const site = new Site(stack.url);
  undoing.push(() => Promise.resolve(site.close()));
  const session = new Session(site, 'staff@symbio.test', LOCAL_PASSWORD);
  const world = await makeWorld(session);
  const ledger = new Ledger();
  const load = loadOf(session, world, ledger, options.perSecond);
  undoing.push(() => load.stop());
  const work = { session, world, ledger, load, say: console.log, look: () => look(stores, ledger) };
  return { stack, stores, proxies: { mongodb, nats }, disks, clock, rounds: options.rounds, of: options.of, work };
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), DRILLS);
  if (options.help || options.list) {
    console.log(options.list ? drillList(DRILLS) : usage(DRILLS));
    return 0;
  }
  const root = mayMount();
  const leftOut = options.drills.filter(({ needsRoot }) => needsRoot === true && !root);
  const drills = options.drills.filter((drill) => !leftOut.includes(drill));
  for (const { name } of leftOut) console.log(`${name} is left out: it needs root, to have a disk of its own.`);
  const undoing = new Undoing();
  const interrupt = (): void => void undoing.all().then(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const outcomes: Outcome[] = [];
  try {
    const ground = await prepare(options, drills, undoing);
    for (const drill of drills) {
      const outcome = await carryOut(drill, ground);
      outcomes.push(outcome);
      console.log(`\n${table([outcome])}\n`);
    }
  } finally {
    await undoing.all();
    const report = await reportOf(table(outcomes));
    console.log(`\n${report}`);
    if (options.write !== undefined)
      fs.writeFileSync(options.write, withReport(fs.readFileSync(options.write, 'utf8'), report));
  }
  const bad = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of bad) for (const problem of problems) console.log(`${name}: ${problem}`);
  const missing = leftOut.length > 0 ? `, ${leftOut.length} left out (needs root)` : '';
  console.log(`${outcomes.length - bad.length} passed, ${bad.length} failed${missing}`);
  return bad.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  },
);
