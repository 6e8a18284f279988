/** Ids of another project and of another organization, at routes and methods. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@symbio/runtime/testing';
import { OWNER, type Known } from '../callers.js';
import { callRows, matrix, routeRows, SETUP_LIMIT_MS } from '../matrix.js';
import { removeWebhooks } from '../rows/webhooks.js';
import { there } from '../there.js';
import { aFewAtATime } from '../tries.js';
import type { World } from '../world.js';
import { EXPLAINED_IN_NO_PROJECT, OF_OWN_REQUESTS, byTurn, makeFirm, thingsOf, type FirmWorld } from './firms.js';
import { changesOf, listen } from './notices.js';
import { CALLER, LISTS_WITH_CURSORS, ofCalls, ofRoutes, together, type Generated } from './requests.js';
import { rowsOf } from './rows-of.js';
import { judge, type Foreign } from './tries.js';
import { EXPLAINED, KNOWN_PLACES, UNPLACED, foreignThings, ownWorld, worldApart } from './worlds.js';

/** Such as `feature.createComment id`; routes and tools have other names. */
const isMethod = (name: string): boolean => /^[a-z]+\.[a-zA-Z]+ /.test(name);

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
      // what belongs to a project was tried at the methods just now
      const left = generated.tries.filter(({ name, kind }) => !isMethod(name) || !ofProject.ids[kind]?.length);
      const inOrganization = await aFewAtATime(byTurn(left), ({ request, by }) => judge(request, ofOrganization, by));
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
