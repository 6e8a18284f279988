import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { nodeProgram } from '../dev/paths.js';
import type { RunningStack } from '../dev/stack.js';
import { CONNECTIONS, type ApiServer, type Operation } from './api-load.js';
import { addItems, makeCollection, startDirectus } from './directus.js';
import { cpuSecondsOf } from './measured-process.js';

/** A server that was started for a measurement. */
export interface StartedServer {
  server: ApiServer;
  stop: () => Promise<void>;
}

/** Client that the local realm's tokens are for. */
const CLIENT = 'symbio-web';
/** Database of the project service, and the copy that the Express process has to itself. */
const OWN_DATABASE = 'symbio_project';
const BASELINE_DATABASE = 'bench_express';
/** Access tokens of the local realm are good for 300 s: one is used for less than that. */
const TOKEN_MS = 120_000;

const newProject = (n: number) => ({
  title: `Phase I, ${n} Scale Street`,
  due_date: '2030-01-01',
  property_address: `${n} Scale Street`,
  property_city: 'Millbrook',
  property_state: 'OH',
  property_zip: '44876',
  client_company: 'Bench & Sons',
});

const LIST = { path: '/api/public/projects?page=1&per_page=20' };

const operations: Readonly<Record<string, Operation>> = {
  list: { request: () => LIST, status: 200 },
  create: {
    request: (n) => ({ method: 'POST', path: '/api/public/projects', body: newProject(n) }),
    status: 201,
  },
  authors: { request: () => ({ path: '/api/public/authors' }), status: 200 },
};

/**
 * The product as a browser reaches it: the gateway, with all that works behind it. It has one operation more, `distinct`: the
 * list by as many callers as there are connections, of whom no two can share an answer.
 */
export async function productServer(stack: RunningStack): Promise<ApiServer> {
  const token = productToken(stack);
  const keys = await newKeys(stack.url, await token(), CONNECTIONS);
  const distinct: Operation = {
    request: (n) => ({ ...LIST, headers: { Authorization: `Bearer ${keys[n % keys.length]}` } }),
    status: 200,
  };
  return {
    name: 'gateway',
    url: stack.url,
    operations: { ...operations, distinct },
    token,
    cpuSeconds: () => new Map(stack.processes.map((name) => [name, cpuSecondsOf(stack.pid(name) ?? 0)])),
  };
}

/** One Express process on the MongoDB driver, over a copy of the product's data in the product's database server. */
export async function startExpress(stack: RunningStack): Promise<StartedServer> {
  await copyProjects(stack.mongoUri);
  const parameters = [stack.mongoUri, BASELINE_DATABASE, stack.issuerUrl, CLIENT];
  const child = spawn(process.execPath, [...nodeProgram('bench/express-baseline'), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { url } = JSON.parse(await firstLine(child, ended)) as { url: string };
  return {
    server: {
      name: 'Express',
      url,
      operations: { list: operationNamed('list'), create: operationNamed('create') },
      token: productToken(stack),
      cpuSeconds: () =>
        new Map([
          ['Express', cpuSecondsOf(child.pid ?? 0)],
          ['mongodb', cpuSecondsOf(stack.pid('mongodb') ?? 0)],
        ]),
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Directus on SQLite with as many projects. */
export async function directusServer(folder: string, projects: number): Promise<StartedServer> {
  const running = await startDirectus(folder);
  try {
    const texts = Object.keys(newProject(0));
    await makeCollection(running, 'projects', [...texts, ...OPTIONAL_TEXTS]);
    await addItems(
      running,
      'projects',
      Array.from({ length: projects }, (_, n) => newProject(n)),
    );
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    server: {
      name: 'Directus',
      url: running.url,
      operations: {
        list: {
          request: () => ({ path: '/items/projects?page=1&limit=20&sort=-created_at&meta=filter_count' }),
          status: 200,
        },
        create: { request: (n) => ({ method: 'POST', path: '/items/projects', body: newProject(n) }), status: 200 },
      },
      token: () => Promise.resolve(running.token),
      cpuSeconds: () => new Map([['Directus', cpuSecondsOf(running.pid)]]),
    },
    stop: running.stop,
  };
}

/** Fields of a project that our creations leave out; Directus has columns for them, too. */
const OPTIONAL_TEXTS = [
  'number',
  'status',
  'property_neighborhood',
  'property_block',
  'property_number',
  'client_contact',
  'client_phone',
  'client_email',
];

function operationNamed(name: string): Operation {
  const operation = operations[name];
  if (!operation) throw new Error(`there is no operation "${name}"`);
  return operation;
}

/** Signs an administrator in, and again when the token grows old. */
function productToken(stack: RunningStack): () => Promise<string> {
  let token = '';
  let at = -Infinity;
  return async () => {
    if (Date.now() - at < TOKEN_MS) return token;
    const response = await fetch(`${stack.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@symbio.test', password: LOCAL_PASSWORD }),
    });
    if (!response.ok) throw new Error(`signing in answered ${response.status}`);
    token = ((await response.json()) as { access_token: string }).access_token;
    at = Date.now();
    return token;
  };
}

/** API keys of one person, each a caller of its own to the gateway. */
async function newKeys(url: string, token: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 1; n <= count; n++) {
    const response = await fetch(`${url}/api/api-keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `Bench ${n}` }),
    });
    if (!response.ok) throw new Error(`making an API key answered ${response.status}`);
    keys.push(((await response.json()) as { data: { key: string } }).data.key);
  }
  return keys;
}

/** Gives the Express process projects and indexes of its own, the same as the product's. */
async function copyProjects(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    for (const name of ['projects', 'progress', 'counters']) {
      const from = client.db(OWN_DATABASE).collection(name);
      const to = client.db(BASELINE_DATABASE).collection(name);
      const rows = await from.find().toArray();
      if (rows.length > 0) await to.insertMany(rows);
      const indexes = (await from.indexes()).filter((index) => index.name !== '_id_');
      for (const { key, name: indexName, unique } of indexes)
        await to.createIndex(key, { name: indexName, ...(unique === undefined ? {} : { unique }) });
    }
  } finally {
    await client.close();
  }
}

function firstLine({ stdout }: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout) createInterface(stdout).once('line', resolve);
    void ended.then(() => reject(new Error('the server ended before it served')));
  });
}
