/**
 * Who may do what: at every route of the gateway and at every method of the services, which run as in production. Every
 * kind of caller tries each decision once in each file of rows and in each service; at the other rows of the same decision those
 * try who stand at its limits. The rows are in rows/, one file a resource; callers.ts says who is who and what the answers mean.
 * A route or a method without a row fails, and so does a row without its route or method.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as services from '@symbio/proto/services';
import { repoRoot } from '@symbio/tools/dev/paths';
import { topology } from '@symbio/tools/topology';
import { KINDS, KNOWN, PROCESSES } from './callers.js';
import { mountedRoutes } from './mounted.js';
import * as open from './rows/open.js';
import { SERVICES, startSystem, type System } from './system.js';
import {
  expectedOfCall,
  expectedOfRoute,
  inWords,
  tryCall,
  tryRoute,
  withCallers,
  type CallRow,
  type RouteRow,
} from './tries.js';
import { makeWorld, type World } from './world.js';

/** The rows of each file of rows/. */
const RESOURCES: (Rows & { resource: string })[] = [];
for (const file of readdirSync(path.join(import.meta.dirname, 'rows'))) {
  const { routes = [], calls = [] } = (await import(`./rows/${file.replace('.ts', '.js')}`)) as Partial<Rows>;
  RESOURCES.push({ resource: path.parse(file).name, routes, calls });
}
const routeRows = RESOURCES.flatMap(({ routes }) => routes);
const callRows = RESOURCES.flatMap(({ calls }) => calls);

/** What a file of rows/ exports. */
interface Rows {
  routes: RouteRow[];
  calls: CallRow[];
}

/** Seconds on a machine at rest, minutes on a busy one: nothing here is about time. */
const SETUP_LIMIT_MS = 300_000;
const ROW_LIMIT_MS = 120_000;

let system: System;
let world: World;
beforeAll(async () => {
  system = await startSystem();
  world = await makeWorld(system);
}, SETUP_LIMIT_MS);
afterAll(async () => {
  await world?.stop();
  await system?.stop();
}, SETUP_LIMIT_MS);

const title = (name: string, { way, cites }: { way?: string; cites: string }, words: string): string =>
  `${name}${way ? ` (${way})` : ''} — ${words} [${cites}]`;

describe('the access matrix', () => {
  it('has a row for every route of the gateway, and no other', () => {
    expect([...new Set(routeRows.map(({ route }) => route))].sort()).toEqual(mountedRoutes(system.app));
  });

  it('has a row for every method of every service, and no other', () => {
    const contracts = readdirSync(path.join(repoRoot, 'proto', 'symbio')).filter((name) => name !== 'common');
    expect([...SERVICES].sort()).toEqual(contracts.sort());
    const methods = SERVICES.flatMap((service) =>
      Object.keys(services[service]).map((method) => `${service}.${method}`),
    );
    expect([...new Set(callRows.map(({ service, method }) => `${service}.${method}`))].sort()).toEqual(methods.sort());
  });

  it('knows of each caller what kind it is, for those at the limits of a row are found kind by kind', () => {
    expect(KINDS.flat().sort()).toEqual([...KNOWN].sort());
  });

  it('tries every process of ours', () => {
    const ours = topology.filter(({ kind }) => kind !== 'infra').map(({ name }) => name);
    expect([...PROCESSES].sort()).toEqual(ours.sort());
  });
});

function triesOfRoutes(rows: readonly RouteRow[]): void {
  const tries = withCallers(rows).map(({ row, callers }) => ({
    row,
    callers,
    expected: expectedOfRoute(row, callers),
  }));
  it.each(tries.map((each) => ({ ...each, name: title(each.row.route, each.row, inWords(each.expected)) })))(
    '$name',
    async ({ row, callers, expected }) => {
      expect(await tryRoute(world, row, callers)).toEqual(expected);
    },
    ROW_LIMIT_MS,
  );
}

describe.each(RESOURCES.filter(({ routes }) => routes.length > 0))('routes: $resource', ({ routes }) => {
  triesOfRoutes(routes);
});

describe('routes: where there is none', () => {
  triesOfRoutes(open.fallbacks);
});

describe.each(SERVICES)('methods: %s', (service) => {
  const rows = callRows.filter((row) => row.service === service);
  const tries = withCallers(rows).map(({ row, callers }) => ({ row, callers, expected: expectedOfCall(row, callers) }));
  it.each(tries.map((each) => ({ ...each, name: title(each.row.method, each.row, inWords(each.expected)) })))(
    '$name',
    async ({ row, callers, expected }) => {
      expect(await tryCall(world, row, callers)).toEqual(expected);
    },
    ROW_LIMIT_MS,
  );
});
