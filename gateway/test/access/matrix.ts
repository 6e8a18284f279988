/** Rows of the access matrix, and the system that they are tested on. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { startSystem, type System } from './system.js';
import type { CallRow, RouteRow } from './tries.js';
import { makeWorld, type World } from './world.js';
import { worldApart } from './foreign/worlds.js';

interface Rows {
  routes: RouteRow[];
  calls: CallRow[];
}

export const RESOURCES: (Rows & { resource: string })[] = [];
for (const file of readdirSync(path.join(import.meta.dirname, 'rows'))) {
  const { routes = [], calls = [] } = (await import(`./rows/${file.replace('.ts', '.js')}`)) as Partial<Rows>;
  RESOURCES.push({ resource: path.parse(file).name, routes, calls });
}
export const routeRows = RESOURCES.flatMap(({ routes }) => routes);
export const callRows = RESOURCES.flatMap(({ calls }) => calls);

/** Minutes on a busy machine; timing is not tested here. */
export const SETUP_LIMIT_MS = 300_000;
export const ROW_LIMIT_MS = 120_000;

export interface Matrix {
  system: System;
  world: World;
  /** A project that is deleted. */
  apart: World;
}

/** Started before the tests, which share it, and stopped after them. */
export const matrix = {} as Matrix;
beforeAll(async () => {
  matrix.system = await startSystem();
  matrix.world = await makeWorld(matrix.system);
  // now, because some rows list the oldest things
  matrix.apart = await worldApart(matrix.world, 'A quiet place');
}, SETUP_LIMIT_MS);
afterAll(async () => {
  await matrix.world?.stop();
  await matrix.system?.stop();
}, SETUP_LIMIT_MS);

export const title = (name: string, { way, cites }: { way?: string; cites: string }, words: string): string =>
  `${name}${way ? ` (${way})` : ''} — ${words} [${cites}]`;
