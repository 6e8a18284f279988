import { Router, type RequestHandler } from 'express';
import { newId } from '@symbio/runtime';
import { TestClock, person } from '@symbio/runtime/testing';
import type { Clients } from './clients.js';
import { live } from './live.js';
import { PRESENCE_MS, Roster, presence, type Presence } from './presence.js';
import { setCaller, type Caller } from './request.js';
import { closeServers, fakeBroker, serveHandlers, silent } from './testing.js';

const PROJECT = newId();
const PAGE = newId();
const ann: Caller = { actor: person({ name: 'Ann' }), email: '', token: 'internal' };

const streams: { close: () => void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  closeServers();
});

async function gateway(role: string | undefined = 'viewer') {
  const clock = new TestClock();
  const { broker } = fakeBroker();
  const project = {
    checkAccess: ({ projectIds: [id] }: { projectIds: string[] }) =>
      Promise.resolve({ roles: role && id === PROJECT ? { [PROJECT]: role } : {} }),
  } as unknown as Clients['project'];
  const callers = { again: () => Promise.resolve(ann), onUserChanged: () => undefined };
  const stream = live({ project }, callers, { onEnded: () => undefined }, broker, silent, clock);
  streams.push(stream);
  const recognise: RequestHandler = (request, _response, next) => {
    setCaller(request, ann);
    next();
  };
  const url = await serveHandlers(recognise, Router().use(stream.router, presence({ project }, broker, clock)));
  const say = (body: object) =>
    fetch(`${url}/presence`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Subscribes; returns a promise of the first `count` presences. */
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
  it('is sent to subscribers, and to who comes later as long as it is fresh', async () => {
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

describe('Who is where', () => {
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
  const ids = (roster: Roster) => roster.present(PROJECT).map(({ id }) => id);

  it('is what each window said last, until it leaves or falls silent', () => {
    const roster = new Roster(clock);
    roster.note(said('ann'));
    clock.advance(PRESENCE_MS - 1);
    roster.note(said('bob'));
    expect(ids(roster)).toEqual(['ann', 'bob']);
    clock.advance(1);
    expect(ids(roster)).toEqual(['bob']);
    roster.note(said('bob', { verb: 'left' }));
    expect(ids(roster)).toEqual([]);
  });

  it('ends for all windows of whoever is removed from the project, and for nobody else', () => {
    const roster = new Roster(clock);
    const [first, second] = [said('ann/1', { user_id: 'ann' }), said('ann/2', { user_id: 'ann' })];
    for (const each of [first, said('bob'), second]) roster.note(each);
    roster.note(said('ann/3', { user_id: 'ann', project_id: 'another' }));
    clock.advance(1_000);
    const at = clock.now().toISOString();
    expect(roster.leave(PROJECT, 'ann')).toEqual([first, second].map((each) => ({ ...each, verb: 'left', at })));
    expect(ids(roster)).toEqual(['bob']);
    expect(roster.present('another')).toHaveLength(1);
    expect(roster.leave(PROJECT, 'ann')).toEqual([]);
  });

  it('keeps no more people in mind than a project can have', () => {
    const roster = new Roster(clock);
    for (let n = 0; n < 250; n++) roster.note(said(`p${n}`));
    expect(ids(roster)).toHaveLength(200);
    expect(ids(roster).at(-1)).toBe('p249');
  });
});
