import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startStack, type RunningStack } from '../dev/stack.js';
import { figuresOf, loadApi, measureApi, noFigures, ratios, type ApiFigures, type ApiServer } from './api-load.js';
import { directusServer, productServer, startExpress, type StartedServer } from './api-servers.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { installDirectus } from './directus.js';
import type { Figure } from './figures.js';
import { profilable, profiling } from './profile-run.js';

/** Projects there are when lists are measured; an answer shows 20 of them. */
const PROJECTS = 500;
const QUICK_PROJECTS = 50;

/** Of the rate of one Express process on the MongoDB driver, and of its p99. */
const EXPRESS = { leastRate: 0.5, mostP99: 2 } as const;
/** Times the rate of Directus. */
const DIRECTUS = { leastRate: 3 } as const;

/**
 * Seconds of load on each server before the first turn of an operation, which do not count: a dozen programs take longer than one
 * until all that they run is compiled, and their first turn would be their slowest (docs/decisions/0040).
 */
const WARM_SECONDS = 10;

const COMPARED = ['list', 'create'] as const;
/** Measured of the product only: the list by callers who share no answer, and the list of authors. */
const ALONE = ['distinct', 'authors'] as const;

/** The service behind the gateway that does the work of an operation. */
const PROFILED = { list: 'project', create: 'project', authors: 'identity' } as const;
const PROFILE_SECONDS = 8;

/**
 * Requests a second of the gateway, with everything behind it, on the list of projects (by one caller, and by as many as there
 * are connections), the creation of projects and the list of authors; beside one Express process on the same database server,
 * and beside Directus on SQLite. The same load for all, turn by turn.
 */
export function benchApi(run: BenchRun): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const started: { stop: () => Promise<void> }[] = [];
    const keep = <T extends { stop: () => Promise<void> }>(running: T): T => {
      started.push(running);
      return running;
    };
    try {
      const missing = installDirectus(run.log);
      run.log('Starting the product');
      const dataDir = path.join(folder, 'stack');
      const { nodeArgs, env } = run.profile ? profilable() : {};
      const options = { dataDir, ports: 'free', only: ['gateway'], nodeArgs } as const;
      const stack = keep(
        await startStack({ ...options, env: { LOG_LEVEL: 'warn', PERSON_REQUESTS_PER_MINUTE: '0', ...env } }),
      );
      const product = await productServer(stack);
      const projects = run.quick ? QUICK_PROJECTS : PROJECTS;
      run.log(`Making ${projects} projects`);
      await loadApi(product, 'create', ({ answered }) => answered >= projects);
      const express = keep(await startExpress(stack)).server;
      await sameAnswers(product, express);
      const directus = missing ? undefined : keep(await peerOn(folder, projects, run)).server;
      const figures = await compare(product, express, directus, missing, run);
      if (run.profile) await profileAll(stack, product, run);
      return figures;
    } finally {
      for (const each of started.reverse()) await each.stop();
    }
  });
}

function peerOn(folder: string, projects: number, run: BenchRun): Promise<StartedServer> {
  run.log('Starting Directus');
  const dataDir = path.join(folder, 'directus');
  mkdirSync(dataDir);
  return directusServer(dataDir, projects);
}

/** After the measurement, for a profiler is in the way of one. */
async function profileAll(stack: RunningStack, product: ApiServer, { log }: BenchRun): Promise<void> {
  for (const [operation, service] of Object.entries(PROFILED))
    await profiling(stack, ['gateway', service], operation, log, () =>
      loadApi(product, operation, ({ seconds }) => seconds >= PROFILE_SECONDS),
    );
}

async function compare(
  product: ApiServer,
  express: ApiServer,
  directus: ApiServer | undefined,
  missing: string | undefined,
  run: BenchRun,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const operation of COMPARED) {
    const [ours, plain, peer] = [noFigures(), noFigures(), noFigures()];
    if (!run.quick) {
      run.log(`${operation}, until programs are warm`);
      for (const server of [product, express, directus])
        if (server) await loadApi(server, operation, ({ seconds }) => seconds >= WARM_SECONDS);
    }
    for (let turn = 1; turn <= run.runs; turn++) {
      run.log(`${operation}, run ${turn} of ${run.runs}`);
      await measureApi(product, operation, ours, run);
      await measureApi(express, operation, plain, run);
      if (directus) await measureApi(directus, operation, peer, run);
    }
    figures.push(
      ...figuresOf(operation, product.name, ours),
      ...figuresOf(operation, express.name, plain),
      ...(directus ? figuresOf(operation, directus.name, peer) : []),
      ...goals(operation, ours, plain, peer, missing),
    );
  }
  for (const operation of ALONE) {
    const ours = noFigures();
    for (let turn = 1; turn <= run.runs; turn++) await measureApi(product, operation, ours, run);
    figures.push(...figuresOf(operation, product.name, ours));
  }
  return figures;
}

function goals(operation: string, ours: ApiFigures, plain: ApiFigures, peer: ApiFigures, missing?: string): Figure[] {
  return [
    {
      name: `${operation}: our rate over Express`,
      unit: 'x',
      values: ratios(ours.perSecond, plain.perSecond),
      goal: { atLeast: EXPRESS.leastRate },
    },
    {
      name: `${operation}: our p99 over Express`,
      unit: 'x',
      values: ratios(ours.p99, plain.p99),
      goal: { atMost: EXPRESS.mostP99 },
    },
    {
      name: `${operation}: our rate over Directus`,
      unit: 'x',
      values: ratios(ours.perSecond, peer.perSecond),
      goal: { atLeast: DIRECTUS.leastRate },
      note: missing,
    },
  ];
}

/** Two lists are compared only when they are the same. @throws Error when they are not */
async function sameAnswers(...servers: readonly ApiServer[]): Promise<void> {
  const texts = await Promise.all(servers.map(listOf));
  if (new Set(texts).size > 1) throw new Error(`The servers have different lists:\n${texts.join('\n')}`);
}

async function listOf(server: ApiServer): Promise<string> {
  const { path: list } = server.operations['list']?.request(0) ?? { path: '/' };
  const response = await fetch(`${server.url}${list}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  });
  return JSON.stringify(sorted(await response.json()));
}

/** The same value whatever the order its names were written in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
