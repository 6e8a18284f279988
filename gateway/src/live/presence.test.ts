import { json, type RequestHandler } from 'express';
import { newId } from '@symbio/runtime';
import { TestClock, person } from '@symbio/runtime/testing';
import type { Clients } from '../clients.js';
import { live } from './stream.js';
import { PRESENCE_MS, PresenceRegistry, presence, type Presence } from './presence.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, fakeBroker, serveHandlers, silent, mounted } from '../testing.js';

const PROJECT = newId();
const PAGE = newId();
const ann: Caller = { actor: person({ name: 'Ann' }), email: '', token: 'internal' };

const streams: { close: () => void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  closeServers();
});

async function gateway(role: string | undefined = 'viewer', sampleIds: string[] = []) {
  const clock = new TestClock();
  const { broker } = fakeBroker();
  const project = {
    checkAccess: ({ projectIds: [id] }: { projectIds: string[] }) =>
      Promise.resolve({ roles: role && id === PROJECT ? { [PROJECT]: role } : {}, sampleIds }),
  } as unknown as Clients['project'];
  const callers = { reauthenticate: () => Promise.resolve(ann), onUserChanged: () => undefined };
  const stream = live({
    ...{ clients: { project }, callers, ended: { onEnded: () => undefined } },
    ...{ broker, log: silent, issueAccess: 'everyone', clock },
  });
  streams.push(stream);
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, ann);
    next();
  };
  const url = await serveHandlers(
    json(),
    authenticate,
    mounted([...stream.routes, ...presence({ project }, broker, clock)]),
  );
  const say = (body: object) =>
    fetch(`${url}/presence`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const listen = async () => {
    const response = await fetch(`${url}/events?project_id=${PROJECT}`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    const more = async (): Promise<void> => {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += Buffer.from(value).toString('utf8');
    };
    while (!text.includes(': listening')) await more();
    return async (count: number): Promise<Presence[]> => {
      for (;;) {
        const received = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Presence);
        if (received.length >= count) {
          await reader.cancel();
          return received;
        }
        await more();
      }
    };
  };
  return { clock, say, listen };
}

describe('Presence of others', () => {
  it('never shows visitors of a sample, who are of different firms', async () => {
    const { say, listen } = await gateway('viewer', [PROJECT]);
    const receive = await listen();
    expect((await say({ window_id: newId(), project_id: PROJECT, document_page_id: PAGE })).status).toBe(200);
    expect(await receive(0)).toEqual([]);
    expect(await (await listen())(0)).toEqual([]);
  });

  it('is sent to subscribers, and to later ones while fresh', async () => {
    const { clock, say, listen } = await gateway();
    const window_id = newId();
    const receive = await listen();
    expect((await say({ window_id, project_id: PROJECT, document_page_id: PAGE })).status).toBe(200);
    expect((await say({ window_id, project_id: PROJECT, document_page_id: PAGE, left: true })).status).toBe(200);
    const here = {
      entity: 'presence',
      verb: 'here',
      id: `${ann.actor.sub}/${window_id}`,
      user_id: ann.actor.sub,
      name: 'Ann',
      project_id: PROJECT,
      document_id: null,
      document_page_id: PAGE,
      at: clock.now().toISOString(),
    };
    expect(await receive(2)).toEqual([here, { ...here, verb: 'left' }]);
    await say({ window_id, project_id: PROJECT, document_page_id: PAGE });
    const hearLater = await listen();
    expect(await hearLater(1)).toEqual([here]);
  });

  it.each([
    ['a project one may not see', { project_id: newId(), window_id: newId() }, 404],
    ['a project that is none', { project_id: 'x', window_id: newId() }, 404],
    ['a window without the form of an id', { project_id: PROJECT, window_id: 'x' }, 400],
    ['a typo', { project_id: PROJECT, window_id: newId(), pgae: PAGE }, 400],
  ])('is refused for %s', async (_, body, status) => {
    const { say } = await gateway();
    expect((await say(body)).status).toBe(status);
  });
});

describe('the presence registry', () => {
  const clock = new TestClock();
  const said = (id: string, over: Partial<Presence> = {}): Presence => ({
    entity: 'presence',
    verb: 'here',
    id,
    user_id: id,
    name: id,
    project_id: PROJECT,
    document_id: null,
    document_page_id: null,
    at: clock.now().toISOString(),
    ...over,
  });
  const ids = (roster: PresenceRegistry) => roster.present(PROJECT).map(({ id }) => id);

  it('has the last location of each window, until it leaves or falls silent', () => {
    const roster = new PresenceRegistry(clock);
    roster.record(said('ann'));
    clock.advance(PRESENCE_MS - 1);
    roster.record(said('bob'));
    expect(ids(roster)).toEqual(['ann', 'bob']);
    clock.advance(1);
    expect(ids(roster)).toEqual(['bob']);
    roster.record(said('bob', { verb: 'left' }));
    expect(ids(roster)).toEqual([]);
  });

  it('removes all windows of a removed member, and no others', () => {
    const roster = new PresenceRegistry(clock);
    const [first, second] = [said('ann/1', { user_id: 'ann' }), said('ann/2', { user_id: 'ann' })];
    for (const each of [first, said('bob'), second]) roster.record(each);
    roster.record(said('ann/3', { user_id: 'ann', project_id: 'another' }));
    clock.advance(1_000);
    const at = clock.now().toISOString();
    expect(roster.removePerson(PROJECT, 'ann')).toEqual([first, second].map((each) => ({ ...each, verb: 'left', at })));
    expect(ids(roster)).toEqual(['bob']);
    expect(roster.present('another')).toHaveLength(1);
    expect(roster.removePerson(PROJECT, 'ann')).toEqual([]);
  });

  it('is limited in size per project', () => {
    const roster = new PresenceRegistry(clock);
    for (let n = 0; n < 250; n++) roster.record(said(`p${n}`));
    expect(ids(roster)).toHaveLength(200);
    expect(ids(roster).at(-1)).toBe('p249');
  });
});
