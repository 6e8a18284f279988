/** Ports used by other programs, and files held by servers of a killed stack. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PortName, ProcessEntry } from '@symbio/topology';
import { mongoFolder } from './mongo.js';
import { natsSettings } from './nats-server.js';
import { freePort, isListening } from '@symbio/fixtures/ports';
import { portOf, portOverride, type PortMap } from './stack-settings.js';
import { StartError } from './start-error.js';

export interface MovedPort {
  name: string;
  from: number;
  to: number;
}

export interface Patience {
  ms: number;
  signal?: AbortSignal | undefined;
}

/** Port opened by users; the others are internal. */
const isKnown = ({ kind }: ProcessEntry, port: PortName): boolean =>
  port === 'http' && (kind === 'gateway' || kind === 'balancer');

const settingOf = (entry: ProcessEntry, port: PortName): string =>
  isKnown(entry, port) ? '`npm start -- --port N`' : portOverride(entry.name, port);

const portsOf = (entries: readonly ProcessEntry[]) =>
  entries.flatMap((entry) => (Object.keys(entry.ports) as PortName[]).map((port) => ({ entry, port })));

/** Whether a port must not be replaced: public or explicitly set. */
function isFixed(entry: ProcessEntry, port: PortName, env: NodeJS.ProcessEnv): boolean {
  return isKnown(entry, port) || Boolean(env[portOverride(entry.name, port)]);
}

/**
 * Refuses taken ports that must not be replaced.
 * @throws StartError naming the first one
 */
export async function refuseTaken(
  entries: readonly ProcessEntry[],
  ports: PortMap,
  env: NodeJS.ProcessEnv,
  patience: Patience,
): Promise<void> {
  const deadline = Date.now() + patience.ms;
  for (const { entry, port } of portsOf(entries).filter((each) => isFixed(each.entry, each.port, env))) {
    const number = portOf(ports, entry.name, port);
    if (await staysTaken(number, deadline, patience.signal))
      throw new StartError(
        `Port ${number} is in use, and ${entry.name} needs it: end what uses it, or choose another with ${settingOf(entry, port)}.`,
      );
  }
}

/**
 * Replaces taken ports by free ones, so two stacks can run in parallel.
 * @throws StartError naming one that must not be replaced
 */
export async function outOfTheWay(
  entries: readonly ProcessEntry[],
  wanted: PortMap,
  env: NodeJS.ProcessEnv,
  patience: Patience,
): Promise<{ ports: PortMap; moved: MovedPort[] }> {
  const deadline = Date.now() + patience.ms;
  await refuseTaken(entries, wanted, env, patience);
  const ports = new Map(wanted);
  const moved: MovedPort[] = [];
  for (const { entry, port } of portsOf(entries).filter((each) => !isFixed(each.entry, each.port, env))) {
    const from = portOf(wanted, entry.name, port);
    if (!(await staysTaken(from, deadline, patience.signal))) continue;
    const to = await freePort();
    ports.set(entry.name, { ...ports.get(entry.name), [port]: to });
    moved.push({ name: entry.name, from, to });
  }
  return { ports, moved };
}

async function staysTaken(port: number, deadline: number, signal: AbortSignal | undefined): Promise<boolean> {
  while (await isListening(port)) {
    if (Date.now() >= deadline) return true;
    await sleep(200, undefined, { signal });
  }
  return false;
}

/**
 * Refuses a data folder whose files are held by a server of a killed stack: a second server on another port would write
 * to the same files.
 * @throws StartError naming the process
 */
export async function refuseStoresInUse(dataDir: string, patience: Patience): Promise<void> {
  const deadline = Date.now() + patience.ms;
  const files = [mongoFolder(dataDir), natsSettings(path.join(dataDir, 'nats'))];
  for (;;) {
    const left = processes().find(({ args }) => files.some((file) => args.includes(file)));
    if (!left) return;
    if (Date.now() >= deadline)
      throw new StartError(
        `Process ${left.pid} (${path.basename(left.args[0] ?? '')}), which an earlier start left, still has files in ${dataDir}: end it (kill ${left.pid}), then start again.`,
      );
    await sleep(200, undefined, { signal: patience.signal });
  }
}

function processes(): { pid: number; args: string[] }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n');
    return lines.map((line) => {
      const [pid = '', ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), args };
    });
  }
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => ({ pid: Number(pid), args: argumentsOf(pid) }));
}

function argumentsOf(pid: string): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
