import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, LOOPBACK } from '@symbio/fixtures/ports';
import { benchDir } from './bench-run.js';

/** Directus, the Node it asks for (ours may be older), and its database; installed apart from the product's packages. */
const PACKAGES = { directus: '11.16.1', node: '22.23.3', sqlite3: '6.0.1' } as const;
const folder = path.join(benchDir, 'directus');
const node = path.join(folder, 'node_modules/node/bin/node');
const program = path.join(folder, 'node_modules/directus/cli.js');

const INSTALL_MS = 900_000;
const START_MS = 120_000;
const EMAIL = 'admin@example.com';

export interface RunningDirectus {
  url: string;
  pid: number;
  /** Access token of its administrator, good for an hour. */
  token: string;
  stop: () => Promise<void>;
}

/**
 * The sandbox for scripts of flows is left out: nothing here uses it, and it has no build for machines that cannot
 * fetch one.
 */
const LEFT_OUT = 'isolated-vm';

/** Installs Directus when it is not there. Answers why it cannot be had, or undefined. */
export function installDirectus(log: (line: string) => void): string | undefined {
  const done = path.join(folder, 'installed.json');
  const wanted = JSON.stringify(PACKAGES);
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return undefined;
  mkdirSync(folder, { recursive: true });
  log('Installing Directus (some minutes, only once)');
  const empty = path.join(folder, LEFT_OUT);
  mkdirSync(empty, { recursive: true });
  writeFileSync(
    path.join(empty, 'package.json'),
    JSON.stringify({ name: LEFT_OUT, version: '0.0.0', main: 'index.js' }),
  );
  writeFileSync(path.join(empty, 'index.js'), 'module.exports = {};\n');
  const manifest = { private: true, dependencies: PACKAGES, overrides: { [LEFT_OUT]: `file:./${LEFT_OUT}` } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  for (const step of [
    ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    // as a child of `npm run` it has the settings of this repository, which runs no scripts of packages
    ['rebuild', 'node', 'sqlite3', '--ignore-scripts=false'],
  ]) {
    const { status, stderr, error } = spawnSync('npm', [...step, '--loglevel', 'error'], {
      cwd: folder,
      timeout: INSTALL_MS,
      encoding: 'utf8',
    });
    if (status !== 0) return `Not measured: Directus could not be installed (${lastLine(stderr || String(error))}).`;
  }
  writeFileSync(done, wanted);
  return undefined;
}

/**
 * Starts Directus on SQLite with a collection of its own, as its configuration makes it: no cache, no limits, no
 * telemetry, one process.
 *
 * @throws Error with what it said last
 */
export async function startDirectus(dataDir: string): Promise<RunningDirectus> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const password = randomBytes(16).toString('base64url');
  const env = {
    PATH: process.env.PATH,
    HOME: dataDir,
    NODE_ENV: 'production',
    HOST: LOOPBACK,
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: randomBytes(32).toString('base64url'),
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: path.join(dataDir, 'directus.db'),
    STORAGE_LOCAL_ROOT: path.join(dataDir, 'uploads'),
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: password,
    ACCESS_TOKEN_TTL: '1h',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'error',
  };
  const bootstrap = spawnSync(node, [program, 'bootstrap'], { cwd: dataDir, env, encoding: 'utf8', timeout: START_MS });
  if (bootstrap.status !== 0)
    throw new Error(
      `Directus did not start: ${bootstrap.error?.message ?? lastLine(bootstrap.stderr + bootstrap.stdout)}`,
    );
  const child = spawn(node, [program, 'start'], { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  const stop = stopper(child);
  const deadline = Date.now() + START_MS;
  while (!(await answers(`${url}/server/ping`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Directus did not start: ${lastLine(said)}`);
    }
    await sleep(200);
  }
  const { data } = await post<{ data: { access_token: string } }>(`${url}/auth/login`, { email: EMAIL, password });
  return { url, pid: child.pid ?? 0, token: data.access_token, stop };
}

/** Makes a collection with text fields, an id the client or Directus chooses, and the moments Directus notes itself. */
export async function makeCollection(
  { url, token }: RunningDirectus,
  name: string,
  texts: readonly string[],
): Promise<void> {
  const noted = (field: string, special: string) => ({
    field,
    type: 'timestamp',
    meta: { special: [special] },
    schema: {},
  });
  await post(
    `${url}/collections`,
    {
      collection: name,
      schema: {},
      meta: {},
      fields: [
        { field: 'id', type: 'uuid', meta: { special: ['uuid'] }, schema: { is_primary_key: true } },
        ...texts.map((field) => ({ field, type: 'string', schema: {}, meta: {} })),
        noted('created_at', 'date-created'),
        noted('updated_at', 'date-updated'),
        { field: 'created_by', type: 'uuid', meta: { special: ['user-created'] }, schema: {} },
      ],
    },
    token,
  );
}

/** Adds items in one call. */
export const addItems = (
  { url, token }: RunningDirectus,
  collection: string,
  items: readonly object[],
): Promise<unknown> => post(`${url}/items/${collection}`, items, token);

async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Directus answered ${response.status} to ${url}: ${await response.text()}`);
  return (await response.json()) as T;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

function stopper(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
