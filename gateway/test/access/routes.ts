/**
 * Access matrix, routes: each kind of caller tests each grid once at the gateway; other rows with the same grid are
 * tested with boundary callers.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as services from '@symbio/proto/services';
import { repoRoot } from '@symbio/fixtures/paths';
import { topology } from '@symbio/topology';
import { nameOf } from './agents.js';
import { KINDS, KNOWN, PROCESSES, atLimits, type Grid } from './callers.js';
import { mountedRoutes } from './mounted.js';
import * as open from './rows/open.js';
import { SERVICES } from './system.js';
import { expectedOfRoute, inWords, tryRoute, withCallers, type RouteRow } from './tries.js';
import { callRows, matrix, RESOURCES, routeRows, ROW_LIMIT_MS, title } from './matrix.js';

describe('the access matrix', () => {
  it('has a row for every route of the gateway, and no other', () => {
    expect([...new Set(routeRows.map(({ route }) => route))].sort()).toEqual(mountedRoutes(matrix.system.app));
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

  it('tries a permitted and a refused caller in each row, where its grid has one', () => {
    const isTried = ({ allowed }: { allowed: Grid }, turn: number): boolean => {
      const tried = new Set(atLimits(allowed, turn).map((name) => allowed[name] === 'ok'));
      return [true, false].every((ok) => tried.has(ok) || KNOWN.every((name) => (allowed[name] === 'ok') !== ok));
    };
    const rows = [...routeRows.flatMap((row) => ('allowed' in row ? [row] : [])), ...callRows];
    expect(rows.filter((row, turn) => !isTried(row, turn)).map((row) => nameOf(row))).toEqual([]);
  });

  it('tries every process of ours', () => {
    const ours = topology.filter(({ kind }) => kind !== 'infra').map(({ name }) => name);
    expect([...PROCESSES].sort()).toEqual(ours.sort());
  });
});

const tried = new Set<string>();

function triesOfRoutes(rows: readonly RouteRow[]): void {
  const tries = withCallers(rows, tried).map(({ row, callers }) => ({
    row,
    callers,
    expected: expectedOfRoute(row, callers),
  }));
  it.each(tries.map((each) => ({ ...each, name: title(each.row.route, each.row, inWords(each.expected)) })))(
    '$name',
    async ({ row, callers, expected }) => {
      expect(await tryRoute(matrix.world, row, callers)).toEqual(expected);
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
