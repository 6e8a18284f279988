// Program: `npm run drill`. Starts two of every service and gateway on this machine and ends one process after the other by
// SIGKILL while people work; what was acknowledged must be there afterwards, once, and with its bytes. The same load and
// the same count as `npm run test:cluster`, which does it on Kubernetes. `-- --help` tells the options.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Ledger } from '../cluster/ledger.js';
import { loadOf, underLoad } from '../cluster/scenario.js';
import { eventually, Session } from '../cluster/session.js';
import { Site } from '../cluster/site.js';
import { table } from '../cluster/table.js';
import { makeWorld } from '../cluster/world.js';
import { LOCAL_PASSWORD } from '../dev/issuer/store.js';
import { startStack, type RunningStack } from '../dev/stack.js';
import { messageOf, StartError } from '../dev/start-error.js';
import { topology } from '../topology.js';

const USAGE = `npm run drill -- [options]

  --only NAME        end processes of this name only, for example document; may be given several times
  --per-second N     requests a second; 6 when left out
  --keep             keep data and logs
`;

/** Milliseconds in which a process that was ended must be back. */
const BACK_MS = 120_000;
/** Milliseconds of work between two ends. */
const BETWEEN_MS = 3_000;

/** Ends a process at once, and waits until its supervisor has it ready again. @returns seconds it took */
async function end(stack: RunningStack, name: string): Promise<number> {
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  const began = Date.now();
  process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    const now = stack.pid(name);
    const { ok } = await fetch(`${stack.adminUrl(name)}/readyz`);
    if (!ok || now === undefined || now === pid) throw new Error(`${name} did not come back`);
  }, BACK_MS);
  return (Date.now() - began) / 1000;
}

async function drill(stack: RunningStack, only: readonly string[], perSecond: number): Promise<boolean> {
  const site = new Site(stack.url);
  const session = new Session(site, 'staff@symbio.test', LOCAL_PASSWORD);
  const world = await makeWorld(session);
  const ledger = new Ledger();
  const proof = { load: loadOf(session, world, ledger, perSecond), ledger, session, world, say: console.log };
  const ours = topology.filter(({ kind, name }) => kind !== 'infra' && (only.length === 0 || only.includes(name)));
  const outcome = await underLoad(proof, 'end one replica of each process by SIGKILL', true, async () => {
    for (const { name } of ours) {
      console.log(`  ${name}: ready again after ${(await end(stack, name)).toFixed(1)} s`);
      await sleep(BETWEEN_MS);
    }
    return { note: `${ours.length} processes ended, two of each` };
  });
  site.close();
  console.log(`\n${table([outcome])}`);
  return outcome.problems.length === 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        'per-second': { type: 'string', default: '6' },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const perSecond = Number(values['per-second']);
    if (!(perSecond > 0 && perSecond <= 100)) throw new Error('--per-second must be a number from 1 to 100.');
    const unknown = values.only.find(
      (name) => !topology.some((entry) => entry.name === name && entry.kind !== 'infra'),
    );
    if (unknown !== undefined) throw new Error(`There is no process "${unknown}" of ours in tools/topology.ts.`);
    return { ...values, perSecond };
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n\n${USAGE}`);
  }
}

async function main(): Promise<number> {
  const { help, only, perSecond, keep } = readOptions();
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-drill-'));
  console.log('Starting two of every process ...');
  const stack = await startStack({ dataDir, ports: 'free', env: { REPLICAS: '2', WORKERS: '2' } });
  const interrupt = (): void => void stack.stop().then(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return (await drill(stack, only, perSecond)) ? 0 : 1;
  } finally {
    await stack.stop();
    if (keep) console.log(`Data and logs are in ${dataDir}`);
    else fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  },
);
