/**
 * Access matrix, service methods: each kind of caller tests each grid once in each service. Then ids of foreign and of
 * deleted projects, at routes and methods.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serviceActor } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { AGENTS, nameOf } from './agents.js';
import { ADMINISTRATOR, CREATOR, OWNER, type Known } from './callers.js';
import {
  inWords as tryInWords,
  prepare,
  readStream,
  withCallers as allTries,
  wrongAnswers,
} from './deleted-project.js';
import { callBy } from './credentials.js';
import { removeWebhooks } from './rows/webhooks.js';
import { SERVICES } from './system.js';
import { aFewAtATime, agentAtCall, agentAtRoute, expectedOfCall, inWords, tryCall, withCallers } from './tries.js';
import { there } from './there.js';
import {
  EXPLAINED_IN_NO_PROJECT,
  OF_OWN_REQUESTS,
  byTurn,
  makeFirm,
  thingsOf,
  type FirmWorld,
} from './foreign/firms.js';
import { changesOf, listen } from './foreign/notices.js';
import { EXPLAINED, KNOWN_PLACES, UNPLACED, foreignThings, ownWorld, worldApart } from './foreign/worlds.js';
import { CALLER, LISTS_WITH_CURSORS, ofCalls, ofRoutes, together, type Generated } from './foreign/requests.js';
import { rowsOf } from './foreign/rows-of.js';
import { judge, type Foreign } from './foreign/tries.js';
import type { World } from './world.js';
import { callRows, routeRows, ROW_LIMIT_MS, SETUP_LIMIT_MS, startMatrix, title } from './matrix.js';

const matrix = startMatrix();

describe.each(SERVICES)('methods: %s', (service) => {
  const rows = callRows.filter((row) => row.service === service);
  const tries = withCallers(rows).map(({ row, callers }) => ({ row, callers, expected: expectedOfCall(row, callers) }));
  it.each(tries.map((each) => ({ ...each, name: title(each.row.method, each.row, inWords(each.expected)) })))(
    '$name',
    async ({ row, callers, expected }) => {
      expect(await tryCall(matrix.world, row, callers)).toEqual(expected);
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
      expect(await ('route' in row ? agentAtRoute(matrix.world, row) : agentAtCall(matrix.world, row))).toBe(expected);
    },
    ROW_LIMIT_MS,
  );
});

describe('ids of another project and of another organization (decision 0158)', () => {
  let generated: Generated;
  /** Of the same organization. */
  let apart: World;
  let ofProject: Foreign;
  let ofOrganization: Foreign;
  let rows: () => Promise<Map<string, string>>;
  let north: FirmWorld;
  let south: FirmWorld;
  beforeAll(async () => {
    await removeWebhooks(matrix.world);
    north = await makeFirm(matrix.world, 'North Borough Survey');
    south = await makeFirm(matrix.world, 'South Borough Survey');
    // first, so the resulting events are processed before the tests begin
    apart = await worldApart(north.world, 'A yard in the north');
    ofProject = await foreignThings(apart);
    ofOrganization = await thingsOf(south);
    const { world, organizationId } = south;
    const ids = Object.values(ofOrganization.ids).flat();
    const issueId = there(ofOrganization.ids.issue?.[0], 'issue');
    rows = async () =>
      new Map([
        ...(await rowsOf(matrix.system, world.projectId, ids, { organizationId, issueId })),
        ...(await rowsOf(matrix.system, apart.projectId, Object.values(ofProject.ids).flat())),
      ]);
    const own = await ownWorld(north.world);
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
    'are in no list, number or answer to a search',
    async () => {
      const { secrets } = ofOrganization;
      const shown = ({ name }: { name: string }, { text }: { text: string }) =>
        secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`);
      const read = await aFewAtATime(byTurn(generated.own.filter(({ reads }) => reads)), async ({ request, by }) =>
        shown(request, await request.send(by)),
      );
      const found = await aFewAtATime(byTurn(generated.searches), async ({ request, by }) =>
        shown(request, await request.send('South Borough', by)),
      );
      expect([...read.flat(), ...found.flat()]).toEqual([]);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'are answered as ids of nothing, wherever they stand, and nothing of the others changes (AUTH-37, OP-09)',
    async () => {
      let before = await rows();
      await eventually(async () => {
        const last = before;
        before = await rows();
        expect(before).toEqual(last);
      });
      expect(before.size).toBeGreaterThan(40);
      const inProject = await aFewAtATime(generated.tries, (one) => judge(one, ofProject));
      expect(inProject.filter(({ name, is }) => is === 'shows' || (is !== 'hidden' && !(name in EXPLAINED)))).toEqual(
        [],
      );
      const inOrganization = await aFewAtATime(byTurn(generated.tries), ({ request, by }) =>
        judge(request, ofOrganization, by),
      );
      const isExplained = (name: string) => name in EXPLAINED || name in EXPLAINED_IN_NO_PROJECT;
      const wrong = inOrganization.filter(({ name, is }) => is === 'shows' || (is !== 'hidden' && !isExplained(name)));
      expect(wrong.filter(({ name }) => !OF_OWN_REQUESTS.test(name))).toEqual([]);
      expect(await rows()).toEqual(before);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'are in no live stream and in no delivery of a webhook',
    async () => {
      const [ours, theirs] = [await listen(north.world), await listen(south.world)];
      const [changes, own] = [await changesOf(south.world), await changesOf(north.world)];
      await eventually(async () => {
        for (const [{ streams, deliveries }, { streamed, delivered }] of [
          [ours, own],
          [theirs, changes],
        ] as const) {
          const [live, stored] = [streams(), await deliveries()];
          expect(streamed.filter((id) => !live.includes(id))).toEqual([]);
          expect(delivered.filter((id) => !stored.includes(id))).toEqual([]);
        }
      });
      const shown = ours.streams() + (await ours.deliveries());
      expect([...ofOrganization.secrets, ...changes.streamed].filter((secret) => shown.includes(secret))).toEqual([]);
      await Promise.all([ours.close(), theirs.close()]);
    },
    SETUP_LIMIT_MS,
  );

  it(
    'do not come through another caller’s cursor',
    async () => {
      expect(LISTS_WITH_CURSORS.length).toBeGreaterThan(4);
      const { credentials, otherProjectId } = north.world;
      const read = async (address: string, caller: Known): Promise<string> =>
        (await fetch(matrix.system.url + address, { headers: { authorization: credentials.known[caller] } })).text();
      for (const list of LISTS_WITH_CURSORS) {
        const first = JSON.parse(await read(`${list}?project_id=${apart.projectId}&per_page=1`, OWNER)) as {
          next_cursor: string;
        };
        expect([list, typeof first.next_cursor]).toEqual([list, 'string']);
        const cursor = encodeURIComponent(first.next_cursor);
        for (const where of ['', `&project_id=${otherProjectId}`]) {
          const shown = await read(`${list}?per_page=5&cursor=${cursor}${where}`, CALLER);
          expect(ofProject.secrets.filter((secret) => shown.includes(secret))).toEqual([]);
        }
      }
    },
    SETUP_LIMIT_MS,
  );

  it(
    'stand in requests that are right but for them',
    async () => {
      // an upload of another user is 404 for every caller; versions are locked in a project of the first world; the
      // operator alone has organizations
      const isOthers = (name: string) =>
        /document-uploads\/:id(?:\/complete)?$|^(?:POST|DELETE) .*\/report-versions(?:\/:id\/[\w/:-]+)?$|\/organizations?$/.test(
          name,
        );
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
    Promise.all(addresses.map(async (address) => (await fetch(matrix.system.url + address)).status));
  beforeAll(async () => {
    requests = await prepare(matrix.apart, routeRows, callRows);
    const { document: service } = matrix.system.clients;
    const creator = await matrix.world.as(CREATOR);
    const { url } = await service.createDownloadUrl({ id: matrix.apart.document.id, expiresIn: 3_600 }, creator);
    const { page } = await service.getPage({ id: matrix.apart.page.id }, creator);
    const { tileSource } = there(page, 'page');
    const visit = { projectId: matrix.apart.projectId, visitId: matrix.apart.visit.id };
    const { photographs } = await service.listPhotographs(visit, creator);
    addresses = [
      url,
      `${tileSource?.url}0/0_0.${tileSource?.format}`,
      there(photographs[0], 'photograph').thumbnailUrl,
    ].map((address) => {
      const { pathname, search } = new URL(address, matrix.system.url);
      return pathname + search;
    });
  }, SETUP_LIMIT_MS);

  it(
    'is out of sight for everybody who saw it, administrators and keys too, in every service (OP-09, AUTH-37)',
    async () => {
      expect(requests.length).toBeGreaterThan(80);
      expect(await served()).toEqual([200, 200, 200]);
      const stream = await readStream(matrix.world, matrix.apart.projectId);
      await matrix.system.clients.project.deleteProject({ id: matrix.apart.projectId }, await matrix.world.as(CREATOR));
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
      await matrix.system.clients.project.restoreProject(
        { id: matrix.apart.projectId },
        await matrix.world.as(CREATOR),
      );
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
      const { document, page, mark, feature, mention, job, runId, visit, photograph, projectId } = matrix.apart;
      const { clients } = matrix.system;
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
      await clients.project.deleteProject({ id: projectId }, await matrix.world.as(ADMINISTRATOR));
      // soft-deleted: our own processes still see all of it
      expect((await kept()).length).toBe(9);
      await clients.project.eraseProject({ id: projectId }, await matrix.world.as(ADMINISTRATOR));
      await eventually(async () => expect(await kept()).toEqual([]));
      const folder = path.join(matrix.system.blobDir, 'projects', projectId);
      const files = () =>
        existsSync(folder)
          ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
          : [];
      await eventually(() => expect(files().map(({ name }) => name)).toEqual([]));
    },
    SETUP_LIMIT_MS,
  );
});
