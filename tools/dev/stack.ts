import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OPERATOR, natsAuthorization } from '@symbio/topology/nats-permissions';
import { PORT_SETTINGS, scaled, topology, type ProcessEntry } from '@symbio/topology';
import { answersOk } from './answers-ok.js';
import { startBalancer, type Balancer } from './balancer.js';
import type { ChildSpec } from './child-process.js';
import { explainLackOfRoom, mongoChild } from './mongo.js';
import { findNatsServer, natsChild } from './nats-server.js';
import type * as bundles from './bundles.mjs';
import { cacheDir, nodeProgram, repoRoot } from './paths.js';
import { LOOPBACK } from '@symbio/fixtures/ports';
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

export interface StackOptions {
  /** Folder of databases, blobs, accounts, secrets and logs; created if missing, reused by the next start. */
  dataDir: string;
  /**
   * Default ports (with overrides such as GATEWAY_PORT; taken ones are replaced, except the public one), or free ports.
   */
  ports: 'default' | 'free';
  /** Starts only these processes and their dependencies and callees. */
  only?: readonly string[];
  /** Restricts REPLICAS. */
  replicate?: readonly string[];
  /** Additional environment of launcher and processes: LOG_LEVEL, JOB_RETRY_SECONDS, GATEWAY_PORT. */
  env?: Record<string, string>;
  /** Node arguments for our programs; the bench loads its profiler this way. */
  nodeArgs?: readonly string[];
  /**
   * Starts bundles with small heaps, which halves startup time; not with tracing, which depends on separate modules.
   */
  bundle?: boolean;
  /** Routes processes to a store through another port: maps the store's port to the proxy's. */
  ways?: Readonly<Partial<Record<StoreName, (port: number) => Promise<number>>>>;
  report?: (event: SupervisorEvent) => void;
  signal?: AbortSignal;
}

export interface RunningStack extends StackAddresses {
  dataDir: string;
  processes: readonly string[];
  logFile: (name: string) => string;
  /** Process id of a running process, for tests that kill it. */
  pid: (name: string) => number | undefined;
  /** Gateway addresses by name, bypassing the balancer. */
  gatewayUrls: Readonly<Record<string, string>>;
  /** Admin address of a process (/healthz, /readyz, /metrics). */
  adminUrl: (name: string) => string;
  /** Third-party programs and stand-ins have none. */
  hasAdmin: (name: string) => boolean;
  /** gRPC address of a service, `host:port`. */
  grpcAddress: (name: string) => string;
  /** Stops every process in reverse order; resolves when all have ended. */
  stop: () => Promise<void>;
}

export type StoreName = 'mongodb' | 'nats';

/** Stop order; the stores stop last. */
const STAGES = { infra: 0, service: 1, worker: 2, gateway: 3, balancer: 4 } as const;
/** Maximum restart delay in milliseconds of a store, for example after a full disk. */
const STORE_DELAY_MS = 3_000;
const MAX_LOG_BYTES = 10_000_000;
/** The guard of a killed stack ends its processes within ten seconds. */
const LEFT_BEHIND_MS = 15_000;
const patienceOf = (isAbandoned: boolean, signal?: AbortSignal): Patience => ({
  ms: isAbandoned ? LEFT_BEHIND_MS : 0,
  signal,
});

/**
 * Starts Symbio on this machine as separate processes, and resolves when all are ready.
 *
 * @throws StartError with one actionable sentence: a port in use, a missing program, a damaged folder,
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

/** One of each first, then further copies. */
function inTurn(entries: readonly ProcessEntry[]): ProcessEntry[] {
  const order = ['infra', 'service', 'gateway', 'worker'];
  const place = ({ kind, copyOf }: ProcessEntry): number => order.indexOf(kind) + (copyOf ? order.length : 0);
  return entries.filter(({ kind }) => kind !== 'balancer').sort((a, b) => place(a) - place(b));
}

/** Ports as seen by our processes. */
async function ledBy(ports: PortMap, ways: StackOptions['ways'] = {}): Promise<PortMap> {
  const led = new Map(ports);
  for (const [name, way] of Object.entries(ways)) led.set(name, { http: await way(portOf(ports, name, 'http')) });
  return led;
}

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

/** Like `main.js prepare` in production. */
async function makeBlobStore(url: string): Promise<void> {
  // the AWS SDK is large, and not needed for a folder
  const { openBlobStore } = await import('@symbio/blobs');
  try {
    const store = await openBlobStore(url, { secret: '' });
    await store.prepare();
    await store.close();
  } catch (error) {
    throw new StartError(`BLOB_URL (${url}) leads to no store: ${messageOf(error)}`, { cause: error });
  }
}

/** Requested processes with all transitive dependencies and callees; all by default. */
export function selectProcesses(
  entries: readonly ProcessEntry[],
  only: readonly string[] | undefined,
): readonly ProcessEntry[] {
  if (only === undefined) return entries;
  const names = new Set<string>();
  const take = (name: string): void => {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) throw new StartError(`There is no process "${name}" in packages/topology/src/topology.ts.`);
    if (names.has(name)) return;
    names.add(name);
    [...entry.dependsOn, ...entry.calls].forEach(take);
  };
  only.forEach(take);
  return entries.filter((entry) => names.has(entry.name));
}

/**
 * Checks folder and fixed ports; waits for remains of a killed stack on the folder.
 *
 * @throws StartError naming the first one in use
 */
export async function refuseWhatIsInUse(options: StackOptions): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  const { ports, chosen } = await choose(options, env);
  const patience = patienceOf(isLockedFolder(options.dataDir));
  await refuseStoresInUse(path.resolve(options.dataDir), patience);
  await refuseTaken(chosen, ports, env, patience);
}

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
      ...(env.OTEL_EXPORTER_OTLP_ENDPOINT ? ['--import', '@symbio/runtime/telemetry'] : []),
      ...program(entry.entry, how.bundles),
    ],
    env: { ...inherited(env), OTEL_SERVICE_NAME: entry.name, ...processEnv(entry, ports, dataDir, secrets, env) },
    cwd: repoRoot,
    isReady: () => answersOk(readinessUrl(entry, ports)),
    explain: (_exit, lastLine) => explainLackOfRoom(dataDir, lastLine),
    ...(entry.ports.admin !== undefined && { isUp: () => answersOk(adminUrl(entry, ports, '/healthz')) }),
    stopWithinMs: entry.kind === 'worker' ? 30_000 : 20_000,
  };
}

/**
 * Young generation size in MB; Node's default is 16, of which each process keeps three times as much permanently. Local
 * processes have a low load.
 */
const SMALL_HEAP = ['--max-semi-space-size=4'] as const;

/** Shared by all stacks; undefined to run compiled programs. */
async function bundlesOf(
  { bundle }: StackOptions,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!bundle || env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  // plain JavaScript, which the compiler leaves where it is
  const { bundled, childSources, keepBundles } = (await import(
    pathToFileURL(path.join(repoRoot, 'tools/dev/bundles.mjs')).href
  )) as typeof bundles;
  const children = childSources(repoRoot).map((file) => file.replace('/src/', '/dist/src/').replace(/\.ts$/, '.js'));
  const programs = new Set([...topology.flatMap(({ entry }) => entry ?? []), ...children]);
  const made = await bundled('programs', [...programs].sort(), {
    root: repoRoot,
    folder: path.join(cacheDir, 'programs'),
  });
  keepBundles([...made.values(), process.argv[1] ?? '']);
  return made;
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

/** Readiness URL of a process. The local stand-ins have no admin port: their page is used. */
function readinessUrl(entry: ProcessEntry, ports: PortMap): string {
  if (entry.ports.admin !== undefined) return adminUrl(entry, ports, '/readyz');
  const page = entry.name === 'issuer' ? '/realms/symbio/.well-known/openid-configuration' : '/';
  return `http://${LOOPBACK}:${portOf(ports, entry.name, 'http')}${page}`;
}

const adminUrl = ({ name }: ProcessEntry, ports: PortMap, page: '/readyz' | '/healthz'): string =>
  `http://${LOOPBACK}:${portOf(ports, name, 'admin')}${page}`;

/**
 * Launcher's environment without settings common to all processes: for example PORT, often set in shells, would reach
 * all of them.
 */
function inherited(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = new Set<string>([...Object.values(PORT_SETTINGS), 'HOST', 'MONGODB_DB', 'NODE_ENV', 'NODE_OPTIONS']);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || own.has(name) ? [] : [[name, value]])),
  );
}

/** Rotates a long log; keeps one predecessor. */
function setAsideLongLog(file: string): void {
  if (fs.existsSync(file) && fs.statSync(file).size > MAX_LOG_BYTES) fs.renameSync(file, `${file}.1`);
}
