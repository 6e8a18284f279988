import { json, type RequestHandler } from 'express';
import { newId } from '@symbio/runtime';
import { TestClock, eventually, person } from '@symbio/runtime/testing';
import { accessEvents } from '@symbio/proto/project';
import type { Callers } from '../http/auth/callers.js';
import type { Clients } from '../clients.js';
import { cursors, type Cursor } from './cursors.js';
import { live } from './stream.js';
import { presence } from './presence.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, fakeBroker, serveHandlers, silent, mounted } from '../testing.js';

const PROJECT = newId();
const [PAGE, OTHER_PAGE] = [newId(), newId()];
const ann = person({ name: 'Ann' });
const bob = person({ name: 'Bob' });
const people: Record<string, typeof ann> = { ann, bob };

const closing: { close: () => void }[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
  closeServers();
});

/** Two gateways on one broker; `x-as` names the caller. */
async function gateways() {
  const clock = new TestClock();
  const { broker, publish } = fakeBroker();
  const rights = { members: ['ann', 'bob'], samples: [] as string[], checks: 0 };
  const userChanged: Parameters<Callers['onUserChanged']>[0][] = [];
  const open = async () => {
    let who = '';
    const project = {
      checkAccess: ({ projectIds: [id] }: { projectIds: string[] }) => {
        rights.checks++;
        return Promise.resolve({
          roles: rights.members.includes(who) && id === PROJECT ? { [PROJECT]: 'viewer' } : {},
          sampleIds: rights.samples,
        });
      },
    } as unknown as Clients['project'];
    const callers = {
      reauthenticate: () => Promise.resolve({} as Caller),
      onUserChanged: (listener: (typeof userChanged)[number]) => void userChanged.push(listener),
    };
    const stream = live({
      ...{ clients: { project }, callers, ended: { onEnded: () => undefined } },
      ...{ broker, log: silent, issueAccess: 'everyone', clock },
    });
    const pointers = cursors({ project }, callers, broker, clock);
    closing.push(stream, pointers);
    const authenticate: RequestHandler = (request, _response, next) => {
      who = String(request.headers['x-as']);
      setCaller(request, { actor: people[who] ?? ann, email: '', token: 'internal' });
      next();
    };
    const router = mounted([...stream.routes, ...presence({ project }, broker, clock), ...pointers.routes]);
    return serveHandlers(json(), authenticate, router);
  };
  const [one, other] = [await open(), await open()];
  const post = (url: string, path: string, who: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-as': who },
      body: JSON.stringify(body),
    });
  const stand = async (who: string, window_id: string, document_page_id: string) =>
    expect((await post(other, '/presence', who, { window_id, project_id: PROJECT, document_page_id })).status).toBe(
      200,
    );
  const point = (who: string, window_id: string, more: object = {}) =>
    post(one, '/cursors', who, { window_id, project_id: PROJECT, document_page_id: PAGE, x: 10, y: 20.5, ...more });
  const listen = async (who: string, windowId: string) => {
    const response = await fetch(`${other}/events?project_id=${PROJECT}&window_id=${windowId}`, {
      headers: { 'x-as': who },
    });
    let text = '';
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const reading = (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString('utf8');
      }
    })();
    await eventually(() => expect(text).toContain(': listening'));
    return {
      heard: () =>
        [...text.matchAll(/^data: (.*)$/gm)]
          .map(([, data = '']) => JSON.parse(data) as Cursor)
          .filter(({ entity }) => entity === 'cursor'),
      reading,
    };
  };
  return { clock, rights, publish, userChanged, stand, point, listen };
}

describe('Cursors of others', () => {
  it('never show visitors of a sample, who are of different firms', async () => {
    const { clock, rights, stand, point, listen } = await gateways();
    const [annWindow, bobWindow] = [newId(), newId()];
    await stand('bob', bobWindow, PAGE);
    const bob = await listen('bob', bobWindow);
    rights.samples = [PROJECT];
    expect((await point('ann', annWindow, { x: 1 })).status).toBe(200);
    rights.samples = [];
    clock.advance(5_000);
    expect((await point('ann', annWindow, { x: 2 })).status).toBe(200);
    await eventually(() => expect(bob.heard().map(({ x }) => x)).toEqual([2]));
  });

  it('reach windows with the same page at any gateway, and no others', async () => {
    const { clock, stand, point, listen } = await gateways();
    const [annWindow, bobWindow, bobElsewhere] = [newId(), newId(), newId()];
    await stand('ann', annWindow, PAGE);
    await stand('bob', bobWindow, PAGE);
    await stand('bob', bobElsewhere, OTHER_PAGE);
    const [own, beside, elsewhere] = [
      await listen('ann', annWindow),
      await listen('bob', bobWindow),
      await listen('bob', bobElsewhere),
    ];
    const selected = [newId()];
    expect((await point('ann', annWindow, { selected })).status).toBe(200);
    expect((await point('ann', annWindow, { x: null, y: null, left: true })).status).toBe(200);
    const moved = {
      entity: 'cursor',
      verb: 'moved',
      id: `${ann.sub}/${annWindow}`,
      user_id: ann.sub,
      name: 'Ann',
      project_id: PROJECT,
      document_page_id: PAGE,
      x: 10,
      y: 20.5,
      selected,
      at: clock.now().toISOString(),
    };
    await eventually(() =>
      expect(beside.heard()).toEqual([moved, { ...moved, verb: 'left', x: null, y: null, selected: [] }]),
    );
    expect(own.heard()).toEqual([]);
    expect(elsewhere.heard()).toEqual([]);
  });

  it('come only from people with project access, until it ends', async () => {
    const { clock, rights, publish, point } = await gateways();
    const window = newId();
    expect((await point('carl', window)).status).toBe(404);
    expect((await point('ann', window)).status).toBe(200);
    expect((await point('ann', window)).status).toBe(200);
    // cached: ten moves a second do not cause ten checks
    expect(rights.checks).toBe(2);
    rights.members = [];
    publish(accessEvents.changed.subject(PROJECT), { entityId: 'm', scope: PROJECT });
    expect((await point('ann', window)).status).toBe(404);
    rights.members = ['ann'];
    expect((await point('ann', window)).status).toBe(200);
    rights.members = [];
    clock.advance(5_000);
    expect((await point('ann', window)).status).toBe(404);
  });

  it('are checked again after a change of the account', async () => {
    const { rights, userChanged, point } = await gateways();
    const window = newId();
    await point('ann', window);
    rights.members = [];
    for (const listener of userChanged) listener({ entityId: ann.sub } as never);
    expect((await point('ann', window)).status).toBe(404);
  });

  it('are limited in rate', async () => {
    const { clock, point } = await gateways();
    const window = newId();
    const statuses: number[] = [];
    for (let move = 0; move < 31; move++) statuses.push((await point('ann', window)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect((await point('ann', window)).headers.get('retry-after')).toBe('1');
    expect((await point('bob', window)).status).toBe(200);
    clock.advance(100);
    expect((await point('ann', window)).status).toBe(200);
  });

  it.each([
    ['a project that is none', { project_id: 'x' }, 404],
    ['a page without the form of an id', { document_page_id: 'x' }, 400],
    ['a place that is none', { x: 'left' }, 400],
    ['a place far off', { x: 1e9 }, 400],
    ['too many selected', { selected: Array.from({ length: 51 }, () => newId()) }, 400],
    ['a typo', { pgae: PAGE }, 400],
  ])('are refused for %s', async (_, more, status) => {
    const { point } = await gateways();
    expect((await point('ann', newId(), more)).status).toBe(status);
  });
});
