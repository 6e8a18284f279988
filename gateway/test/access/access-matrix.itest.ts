/**
 * Access matrix: every gateway route and every service method. Each kind of caller tests each grid once at the gateway
 * and once in each service; other rows with the same grid are tested with boundary callers.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceActor } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import * as services from '@symbio/proto/services';
import { repoRoot } from '@symbio/fixtures/paths';
import { topology } from '@symbio/topology';
import { AGENTS, nameOf } from './agents.js';
import { ADMINISTRATOR, CREATOR, KINDS, KNOWN, OWNER, PROCESSES, type Known } from './callers.js';
import {
  inWords as tryInWords,
  prepare,
  readStream,
  withCallers as allTries,
  wrongAnswers,
} from './deleted-project.js';
import { callBy } from './credentials.js';
import { mountedRoutes } from './mounted.js';
import * as open from './rows/open.js';
import { removeWebhooks } from './rows/webhooks.js';
import { SERVICES, startSystem, type System } from './system.js';
import {
  aFewAtATime,
  agentAtCall,
  agentAtRoute,
  expectedOfCall,
  expectedOfRoute,
  inWords,
  tryCall,
  tryRoute,
  withCallers,
  type CallRow,
  type RouteRow,
} from './tries.js';
import { there } from './there.js';
import { makeWorld, type World } from './world.js';
import { EXPLAINED, KNOWN_PLACES, UNPLACED, foreignThings, ownWorld, together, worldApart } from './foreign/worlds.js';
import { CALLER, LISTS_WITH_CURSORS, ofCalls, ofRoutes, type Generated } from './foreign/requests.js';
import { rowsOf } from './foreign/rows-of.js';
import { judge, type Foreign } from './foreign/tries.js';

const RESOURCES: (Rows & { resource: string })[] = [];
for (const file of readdirSync(path.join(import.meta.dirname, 'rows'))) {
  const { routes = [], calls = [] } = (await import(`./rows/${file.replace('.ts', '.js')}`)) as Partial<Rows>;
  RESOURCES.push({ resource: path.parse(file).name, routes, calls });
}
const routeRows = RESOURCES.flatMap(({ routes }) => routes);
const callRows = RESOURCES.flatMap(({ calls }) => calls);

interface Rows {
  routes: RouteRow[];
  calls: CallRow[];
}

/** Minutes on a busy machine; timing is not tested here. */
const SETUP_LIMIT_MS = 300_000;
const ROW_LIMIT_MS = 120_000;

let system: System;
let world: World;
/** Its ids are foreign to callers of other projects, and it is deleted. */
let apart: World;
beforeAll(async () => {
  system = await startSystem();
  world = await makeWorld(system);
  // now, because some rows list the oldest things
  apart = await worldApart(world);
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

describe('a key that is bound to an agent (OP-24)', () => {
  it.each(AGENTS)(
    '%s: %s',
    async (name, expected) => {
      const row = there(
        [...routeRows, ...callRows].find((each) => nameOf(each) === name),
        name,
      );
      expect(await ('route' in row ? agentAtRoute(world, row) : agentAtCall(world, row))).toBe(expected);
    },
    ROW_LIMIT_MS,
  );
});

describe('ids of a foreign project', () => {
  let generated: Generated;
  let foreign: Foreign;
  beforeAll(async () => {
    await removeWebhooks(world);
    // first, so the resulting events are processed before the tests begin
    foreign = await foreignThings(apart);
    const own = await ownWorld(world);
    generated = together([await ofRoutes(own, routeRows), await ofCalls(own, callRows)]);
  }, SETUP_LIMIT_MS);

  it('finds the places where one can stand: paths, queries, bodies, lists, forms, addresses of files, tools, contracts', () => {
    const found = new Set(generated.tries.map(({ name }) => name));
    expect(KNOWN_PLACES.filter((place) => !found.has(place))).toEqual([]);
    expect(generated.unplaced).toEqual(Object.keys(UNPLACED));
    expect(Object.keys(EXPLAINED).filter((place) => !found.has(place))).toEqual([]);
    expect(found.size).toBeGreaterThan(350);
  });

  it(
    'are answered as ids of nothing, wherever they stand, and nothing of the project changes (AUTH-37, OP-09)',
    async () => {
      const ids = Object.values(foreign.ids).flat();
      let before = await rowsOf(system, apart.projectId, ids);
      await eventually(async () => {
        const last = before;
        before = await rowsOf(system, apart.projectId, ids);
        expect(before).toEqual(last);
      });
      expect(before.size).toBeGreaterThan(20);
      const verdicts = await aFewAtATime(generated.tries, (one) => judge(one, foreign));
      expect(verdicts.filter(({ name, is }) => is === 'shows' || (is !== 'hidden' && !(name in EXPLAINED)))).toEqual(
        [],
      );
      expect(await rowsOf(system, apart.projectId, ids)).toEqual(before);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'do not come through another caller’s cursor',
    async () => {
      expect(LISTS_WITH_CURSORS.length).toBeGreaterThan(4);
      const read = async (address: string, caller: Known): Promise<string> =>
        (await fetch(system.url + address, { headers: { authorization: world.credentials.known[caller] } })).text();
      for (const list of LISTS_WITH_CURSORS) {
        const first = JSON.parse(await read(`${list}?project_id=${apart.projectId}&per_page=1`, OWNER)) as {
          next_cursor: string;
        };
        expect([list, typeof first.next_cursor]).toEqual([list, 'string']);
        const cursor = encodeURIComponent(first.next_cursor);
        for (const where of ['', `&project_id=${world.otherProjectId}`]) {
          const shown = await read(`${list}?per_page=5&cursor=${cursor}${where}`, CALLER);
          expect(foreign.secrets.filter((secret) => shown.includes(secret))).toEqual([]);
        }
      }
    },
    SETUP_LIMIT_MS,
  );

  it(
    'stand in requests that are right but for them',
    async () => {
      // an upload of another user is 404 for every caller; versions are locked in a project of the first world
      const isOthers = (name: string) =>
        /document-uploads\/:id(?:\/complete)?$|^(?:POST|DELETE) .*\/report-versions(?:\/:id\/[\w/:-]+)?$/.test(name);
      const mine = generated.own.filter(({ name, may }) => may && !isOthers(name));
      expect(mine.length).toBeGreaterThan(90);
      const answers = await aFewAtATime(mine, async ({ name, send }) => ({ name, outcome: (await send()).outcome }));
      expect(answers.filter(({ outcome }) => /^40[0134]/.test(String(outcome)))).toEqual([]);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'nor roles, authors, moments or revisions are taken from bodies that have no such field',
    async () => {
      expect(generated.stuffed.length).toBeGreaterThan(40);
      const taken = await aFewAtATime(generated.stuffed, async ({ name, fields, send }) => {
        const { outcome, text } = await send();
        const unnamed = fields.filter((field) => !text.includes(`"${field}":"Unknown field`));
        return outcome === 404 || outcome === 403 || unnamed.length === 0
          ? []
          : [`${name}: ${unnamed.join(', ')} ${text.slice(0, 80)}`];
      });
      expect(taken.flat()).toEqual([]);
    },
    SETUP_LIMIT_MS,
  );
});

describe('a project that is deleted', () => {
  let requests: Awaited<ReturnType<typeof prepare>>;
  let addresses: string[];
  const served = async (): Promise<number[]> =>
    Promise.all(addresses.map(async (address) => (await fetch(system.url + address)).status));
  beforeAll(async () => {
    requests = await prepare(apart, routeRows, callRows);
    const { document: service } = system.clients;
    const creator = await world.as(CREATOR);
    const { url } = await service.createDownloadUrl({ id: apart.document.id, expiresIn: 3_600 }, creator);
    const { page } = await service.getPage({ id: apart.page.id }, creator);
    const { tileSource } = there(page, 'page');
    const visit = { projectId: apart.projectId, visitId: apart.visit.id };
    const { photographs } = await service.listPhotographs(visit, creator);
    addresses = [
      url,
      `${tileSource?.url}0/0_0.${tileSource?.format}`,
      there(photographs[0], 'photograph').thumbnailUrl,
    ].map((address) => {
      const { pathname, search } = new URL(address, system.url);
      return pathname + search;
    });
  }, SETUP_LIMIT_MS);

  it(
    'is out of sight for everybody who saw it, administrators and keys too, in every service (OP-09, AUTH-37)',
    async () => {
      expect(requests.length).toBeGreaterThan(80);
      expect(await served()).toEqual([200, 200, 200]);
      const stream = await readStream(world, apart.projectId);
      await system.clients.project.deleteProject({ id: apart.projectId }, await world.as(CREATOR));
      expect(await stream.all).toContain('"entity":"project","verb":"deleted"');
      await eventually(async () => expect(await served()).toEqual([404, 404, 404]));
      const wrong = await wrongAnswers(allTries(requests), ({ isList }) => (isList ? 'nothing' : 404));
      expect(wrong.map(tryInWords)).toEqual([]);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'is back as it was when that is taken back',
    async () => {
      await system.clients.project.restoreProject({ id: apart.projectId }, await world.as(CREATOR));
      await eventually(async () => expect(await served()).toEqual([200, 200, 200]));
      let wrong = allTries(requests.filter(({ reads }) => reads));
      await eventually(async () => {
        wrong = await wrongAnswers(wrong, () => 'ok');
        expect(wrong.map(tryInWords)).toEqual([]);
      });
    },
    SETUP_LIMIT_MS,
  );

  it(
    'is gone from every service when it is deleted for good, with its files',
    async () => {
      const { document, page, mark, feature, mention, job, runId, visit, photograph, projectId } = apart;
      const { clients } = system;
      const kept = async (): Promise<string[]> => {
        const asProcess = await callBy(serviceActor('feature'));
        const tries: Record<string, Promise<unknown>> = {
          document: clients.document.getDocument({ id: document.id }, asProcess),
          page: clients.document.getPage({ id: page.id }, asProcess),
          photograph: clients.document.updatePhotograph({ id: photograph.id, caption: '' }, asProcess),
          mark: clients.annotation.getAnnotation({ id: mark.id }, asProcess),
          run: clients.annotation.getRun({ id: runId }, asProcess),
          feature: clients.feature.getFeature({ id: feature.id }, asProcess),
          mention: clients.feature.getMention({ id: mention.id }, asProcess),
          job: clients.job.getJob({ id: job.id }, asProcess),
          visit: clients.project.restoreSiteVisit({ id: visit.id }, asProcess),
        };
        const outcomes = await Promise.all(
          Object.entries(tries).map(async ([name, run]) => [name, await outcomeOf(run)] as const),
        );
        return outcomes
          .filter(([, outcome]) => outcome !== 'NOT_FOUND')
          .map(([name, outcome]) => `${name}: ${outcome}`);
      };
      await clients.project.deleteProject({ id: projectId }, await world.as(ADMINISTRATOR));
      // soft-deleted: our own processes still see all of it
      expect((await kept()).length).toBe(9);
      await clients.project.eraseProject({ id: projectId }, await world.as(ADMINISTRATOR));
      await eventually(async () => expect(await kept()).toEqual([]));
      const folder = path.join(system.blobDir, 'projects', projectId);
      const files = () =>
        existsSync(folder)
          ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
          : [];
      await eventually(() => expect(files().map(({ name }) => name)).toEqual([]));
    },
    SETUP_LIMIT_MS,
  );
});
