import fs from 'node:fs';
import path from 'node:path';
import { OPERATOR, natsAuthorization } from '../nats-permissions.js';
import { PORT_SETTINGS, scaled, topology, type ProcessEntry } from '../topology.js';
import { answersOk } from './answers-ok.js';
import { startBalancer, type Balancer } from './balancer.js';
import { bundled } from './bundles.js';
import type { ChildSpec } from './child-process.js';
import { explainLackOfRoom, mongoChild } from './mongo.js';
import { findNatsServer, natsChild } from './nats-server.js';
import { nodeProgram, repoRoot } from './paths.js';
import { LOOPBACK } from './ports.js';
import { isLockedFolder, lockFolder } from './run-lock.js';
import {
  addresses,
  assignPorts,
  blobDir,
  copiesOf,
  isExternal,
  portOf,
  processEnv,
  readSecrets,
  scaleOf,
  type PortMap,
  type StackAddresses,
  type StackSecrets,
} from './stack-settings.js';
import { messageOf, StartError } from './start-error.js';
import { Supervisor, type Supervised, type SupervisorEvent } from './supervisor.js';
import { outOfTheWay, refuseStoresInUse, refuseTaken, type Patience } from './taken-ports.js';

/** Settings of {@link startStack}. */
export interface StackOptions {
  /** Folder of databases, blobs, accounts, secrets and logs; made when missing, found again by the next start. */
  dataDir: string;
  /**
   * The ports of the list (moved by settings such as GATEWAY_PORT; free ones in place of those that others use, but for the
   * one that people know), or free ones for all.
   */
  ports: 'default' | 'free';
  /** Start these processes and what they depend on or call, instead of all. */
  only?: readonly string[];
  /** Only these have replicas where REPLICAS asks for some: a test need not start two of what it does not kill. */
  replicate?: readonly string[];
  /** Added to the launcher's environment and so to that of each process: LOG_LEVEL, JOB_RETRY_SECONDS, GATEWAY_PORT. */
  env?: Record<string, string>;
  /** Arguments of Node itself for each program of ours; the bench loads its profiler this way. */
  nodeArgs?: readonly string[];
  /**
   * Starts bundles of our programs, which need half the processor time to come up, with small heaps; not where traces are
   * collected, since tracers go by modules.
   */
  bundle?: boolean;
  /** Leads the processes to a store by another port than its own: given the store's, answers that of the way there. */
  ways?: Readonly<Partial<Record<StoreName, (port: number) => Promise<number>>>>;
  /** Hears of processes that start, die and stop; silence when absent. */
  report?: (event: SupervisorEvent) => void;
  /** Gives up starting, and stops what came up so far. */
  signal?: AbortSignal;
}

/** A stack that serves. */
export interface RunningStack extends StackAddresses {
  dataDir: string;
  /** Names of the processes that were started. */
  processes: readonly string[];
  /** The log file of a process. */
  logFile: (name: string) => string;
  /** Process id of a process that runs now, for tests that kill it. */
  pid: (name: string) => number | undefined;
  /** Addresses of the gateways by name, without the balancer that stands before several. */
  gatewayUrls: Readonly<Record<string, string>>;
  /** Address of a process's admin port (/healthz, /readyz, /metrics). */
  adminUrl: (name: string) => string;
  /** Whether a process has one: programs of others and stand-ins have none. */
  hasAdmin: (name: string) => boolean;
  /** Where a service hears calls, `host:port`. */
  grpcAddress: (name: string) => string;
  /** Stops every process in reverse order; resolves when all are gone. */
  stop: () => Promise<void>;
}

/** The servers of the stack that all processes stand on. */
export type StoreName = 'mongodb' | 'nats';

/** Which processes are stopped first; the stores go last. */
const STAGES = { infra: 0, service: 1, worker: 2, gateway: 3, balancer: 4 } as const;
/** A store that ends again and again, on a full disk for one, is back at most so much later than its disk, milliseconds. */
const STORE_DELAY_MS = 3_000;
const MAX_LOG_BYTES = 10_000_000;
/** Processes of a stack that was killed are ended by its guard, which takes at most ten seconds. */
const LEFT_BEHIND_MS = 15_000;
const patienceOf = (isAbandoned: boolean, signal?: AbortSignal): Patience => ({
  ms: isAbandoned ? LEFT_BEHIND_MS : 0,
  signal,
});

/**
 * Starts Symbio on this machine, as real processes, and resolves when all of them are ready.
 *
 * @throws StartError with one sentence that says what to do: a port in use, a missing program, a damaged folder,
 *   another copy on the same folder
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const dataDir = path.resolve(options.dataDir);
  const lock = lockFolder(dataDir);
  try {
    const secrets = readSecrets(dataDir);
    if (env.BLOB_URL) await makeBlobStore(env.BLOB_URL);
    else fs.mkdirSync(blobDir(dataDir), { recursive: true });
    const { ports: wanted, chosen } = await choose(options, env);
    const patience = patienceOf(lock.abandoned, options.signal);
    await refuseStoresInUse(dataDir, patience);
    const { ports, moved } = await outOfTheWay(chosen, wanted, env, patience);
    if (moved.length > 0) options.report?.({ kind: 'moved', moved });
    lock.note(
      Object.fromEntries(
        chosen.flatMap(({ name, kind }) => (kind === 'infra' ? [[name, portOf(ports, name, 'http')]] : [])),
      ),
    );
    const logFile = (name: string): string => path.join(dataDir, 'logs', `${name}.log`);
    const led = await ledBy(ports, options.ways);
    const bundles = await bundlesOf(options, env);
    const processes: Supervised[] = [];
    for (const entry of inTurn(chosen)) {
      setAsideLongLog(logFile(entry.name));
      processes.push({
        spec: await childSpec(entry, entry.entry === undefined ? ports : led, dataDir, secrets, env, {
          bundles,
          nodeArgs: options.nodeArgs,
        }),
        logFile: logFile(entry.name),
        dependsOn: entry.dependsOn,
        stage: STAGES[entry.kind],
        ...(entry.entry === undefined && { longestDelayMs: STORE_DELAY_MS }),
        isFirst: entry.kind === 'infra',
        isLater: entry.kind === 'worker' || entry.copyOf !== undefined,
      });
    }
    const supervisor = new Supervisor(processes, options.report ?? (() => undefined));
    const giveUp = (): void => void supervisor.stop();
    options.signal?.addEventListener('abort', giveUp);
    if (options.signal?.aborted) giveUp();
    await supervisor.start();
    options.signal?.removeEventListener('abort', giveUp);
    const balancer = chosen.some(({ kind }) => kind === 'balancer') ? await balance(supervisor, ports) : undefined;
    return {
      ...addresses(ports, env, secrets),
      dataDir,
      logFile,
      pid: (name) => supervisor.pid(name),
      processes: chosen.map(({ name }) => name),
      gatewayUrls: Object.fromEntries(
        copiesOf(ports, 'gateway').map((name) => [name, `http://${LOOPBACK}:${portOf(ports, name, 'http')}`]),
      ),
      adminUrl: (name) => `http://${LOOPBACK}:${portOf(ports, name, 'admin')}`,
      hasAdmin: (name) => ports.get(name)?.admin !== undefined,
      grpcAddress: (name) => `${LOOPBACK}:${portOf(ports, name, 'grpc')}`,
      stop: async () => {
        await balancer?.close();
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** All that are processes, in the order in which they come up where not all can at once: one of each, then further copies. */
function inTurn(entries: readonly ProcessEntry[]): ProcessEntry[] {
  const order = ['infra', 'service', 'gateway', 'worker'];
  const place = ({ kind, copyOf }: ProcessEntry): number => order.indexOf(kind) + (copyOf ? order.length : 0);
  return entries.filter(({ kind }) => kind !== 'balancer').sort((a, b) => place(a) - place(b));
}

/** The ports as our processes see them. */
async function ledBy(ports: PortMap, ways: StackOptions['ways'] = {}): Promise<PortMap> {
  const led = new Map(ports);
  for (const [name, way] of Object.entries(ways)) led.set(name, { http: await way(portOf(ports, name, 'http')) });
  return led;
}

/** Stands before the gateways; ends them again when it cannot. */
async function balance(supervisor: Supervisor, ports: PortMap): Promise<Balancer> {
  const gateways = copiesOf(ports, 'gateway').map((name) => ({
    port: portOf(ports, name, 'http'),
    readyUrl: `http://${LOOPBACK}:${portOf(ports, name, 'admin')}/readyz`,
  }));
  try {
    return await startBalancer({ port: portOf(ports, 'balancer', 'http'), gateways });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** Makes the folder or the bucket of the blobs, as `main.js prepare` does elsewhere. */
async function makeBlobStore(url: string): Promise<void> {
  // the kit is large, and a folder needs nothing of it
  const { openBlobStore } = await import('@symbio/kit');
  try {
    const store = await openBlobStore(url, { secret: '' });
    await store.prepare();
    await store.close();
  } catch (error) {
    throw new StartError(`BLOB_URL (${url}) leads to no store: ${messageOf(error)}`, { cause: error });
  }
}

/** The processes asked for and, again and again, those they depend on or call; all when nothing is asked for. */
export function selectProcesses(
  entries: readonly ProcessEntry[],
  only: readonly string[] | undefined,
): readonly ProcessEntry[] {
  if (only === undefined) return entries;
  const names = new Set<string>();
  const take = (name: string): void => {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) throw new StartError(`There is no process "${name}" in tools/topology.ts.`);
    if (names.has(name)) return;
    names.add(name);
    [...entry.dependsOn, ...entry.calls].forEach(take);
  };
  only.forEach(take);
  return entries.filter((entry) => names.has(entry.name));
}

/**
 * Looks whether a stack could have its folder and those ports for which no others may stand in, before anything is done for it;
 * what one has that was killed on the same folder is waited for.
 *
 * @throws StartError that names the first that is in use
 */
export async function refuseWhatIsInUse(options: StackOptions): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const { ports, chosen } = await choose(options, env);
  const patience = patienceOf(isLockedFolder(options.dataDir));
  await refuseStoresInUse(path.resolve(options.dataDir), patience);
  await refuseTaken(chosen, ports, env, patience);
}

/** Which processes a stack has of its own, and all ports. */
async function choose(
  { only, replicate, ports: choice }: StackOptions,
  env: NodeJS.ProcessEnv,
): Promise<{ ports: PortMap; chosen: ProcessEntry[] }> {
  const scale = { ...scaleOf(env), of: replicate };
  const ports = await assignPorts(scaled(topology, scale), choice, env);
  const selected = scaled(selectProcesses(topology, only), scale);
  return { ports, chosen: selected.filter((entry) => !isExternal(entry.name, env)) };
}

async function childSpec(
  entry: ProcessEntry,
  ports: PortMap,
  dataDir: string,
  secrets: StackSecrets,
  env: NodeJS.ProcessEnv,
  how: { bundles?: ReadonlyMap<string, string> | undefined; nodeArgs?: readonly string[] | undefined },
): Promise<ChildSpec> {
  if (entry.name === 'mongodb')
    return mongoChild(dataDir, portOf(ports, 'mongodb', 'http'), { password: secrets.mongodb });
  if (entry.name === 'nats') {
    const { nats: passwords } = secrets;
    const settings = natsAuthorization((user) => JSON.stringify(passwords[user]));
    const access = { settings, user: OPERATOR, password: passwords[OPERATOR] ?? '' };
    return natsChild(await findNatsServer(), path.join(dataDir, 'nats'), portOf(ports, 'nats', 'http'), access);
  }
  if (entry.entry === undefined) throw new Error(`${entry.name} has no program`);
  return {
    name: entry.name,
    command: process.execPath,
    args: [
      ...(how.bundles ? SMALL_HEAP : []),
      ...(how.nodeArgs ?? []),
      ...(env.OTEL_EXPORTER_OTLP_ENDPOINT ? ['--import', '@symbio/kit/telemetry'] : []),
      ...program(entry.entry, how.bundles),
    ],
    // traces and their viewers know a process by this name
    env: { ...inherited(env), OTEL_SERVICE_NAME: entry.name, ...processEnv(entry, ports, dataDir, secrets, env) },
    cwd: repoRoot,
    isReady: () => answersOk(readinessUrl(entry, ports)),
    explain: (_exit, lastLine) => explainLackOfRoom(dataDir, lastLine),
    ...(entry.ports.admin !== undefined && { isUp: () => answersOk(adminUrl(entry, ports, '/healthz')) }),
    stopWithinMs: entry.kind === 'worker' ? 30_000 : 20_000,
  };
}

/**
 * The young part of each heap, MB; Node's default is 16. Processes on somebody's own machine have little to do at a time, and each
 * keeps three times as much for good.
 */
const SMALL_HEAP = ['--max-semi-space-size=4'] as const;

/** Bundles of all programs; undefined where they run as they were compiled. The same for every stack: they are made once. */
async function bundlesOf(
  { bundle }: StackOptions,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!bundle || env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const programs = topology
    .flatMap(({ entry }) => entry ?? [])
    .filter((entry) => fs.existsSync(path.join(repoRoot, entry)));
  return bundled([...new Set(programs)].sort());
}

function program(entry: string, bundles: ReadonlyMap<string, string> | undefined): string[] {
  const bundle = bundles?.get(entry);
  if (bundle !== undefined) return [bundle];
  const own = /^tools\/dist\/(.+)\.js$/.exec(entry)?.[1];
  if (own !== undefined) return nodeProgram(own);
  const file = path.join(repoRoot, entry);
  if (!fs.existsSync(file)) throw new StartError(`${entry} is missing: run \`npm run build\` first.`);
  return [file];
}

/** Where a process says that it is ready. The local stand-ins have no admin port: their own page does. */
function readinessUrl(entry: ProcessEntry, ports: PortMap): string {
  if (entry.ports.admin !== undefined) return adminUrl(entry, ports, '/readyz');
  const page = entry.name === 'issuer' ? '/realms/symbio/.well-known/openid-configuration' : '/';
  return `http://${LOOPBACK}:${portOf(ports, entry.name, 'http')}${page}`;
}

const adminUrl = ({ name }: ProcessEntry, ports: PortMap, page: '/readyz' | '/healthz'): string =>
  `http://${LOOPBACK}:${portOf(ports, name, 'admin')}${page}`;

/**
 * What a process gets of the launcher's environment: all but settings that every process reads under the same name,
 * for one meant for another program (PORT is common in shells) would reach all of them.
 */
function inherited(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = new Set<string>([...Object.values(PORT_SETTINGS), 'HOST', 'MONGODB_DB', 'NODE_ENV', 'NODE_OPTIONS']);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || own.has(name) ? [] : [[name, value]])),
  );
}

/** Logs are appended to across starts; a long one makes room, and its predecessor is kept once. */
function setAsideLongLog(file: string): void {
  if (fs.existsSync(file) && fs.statSync(file).size > MAX_LOG_BYTES) fs.renameSync(file, `${file}.1`);
}
