import { once } from 'node:events';
import { jest } from '@jest/globals';
import { unauthenticated } from '@symbio/runtime';
import { Annotation, annotationEvents } from '@symbio/proto/annotation';
import { commentEvents, issueEvents } from '@symbio/proto/issue';
import { documentEvents } from '@symbio/proto/document';
import { scopeFilter } from '@symbio/proto/event-type';
import { accessEvents, visitEvents } from '@symbio/proto/project';
import type { IssueAccess } from '@symbio/proto/issue/vocabulary';
import type { RequestHandler, Response } from 'express';
import { eventually } from '@symbio/runtime/testing';
import type { Callers } from '../http/auth/callers.js';
import type { Clients } from '../clients.js';
import { cursorSubject } from './cursors.js';
import { live, type LiveChange } from './stream.js';
import { presentAnnotation } from '../present/evidence.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, fakeBroker, serveHandlers, silent, mounted } from '../testing.js';

const PROJECT = '01890000-0000-7000-8000-00000000000a';
const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;

const streams: { close: () => void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  closeServers();
});

/** Gateway with subscriber Nora; `rights` sets her current access. */
async function gateway(issueAccess: IssueAccess = 'everyone') {
  const rights = { signedIn: true, project: true, checks: 0, onCheck: (): void | Promise<void> => undefined };
  const door: { authenticating?: (response: Response) => void | Promise<void> } = {};
  const { broker, publish, reconnect, watched } = fakeBroker();
  let userChanged: Parameters<Callers['onUserChanged']>[0] = () => undefined;
  const callers: Pick<Callers, 'reauthenticate' | 'onUserChanged'> = {
    reauthenticate: () => (rights.signedIn ? Promise.resolve(nora) : Promise.reject(unauthenticated())),
    onUserChanged: (listener) => void (userChanged = listener),
  };
  let sessionEnded: (userId: string) => void = () => undefined;
  const ended = { onEnded: (listener: typeof sessionEnded) => void (sessionEnded = listener) };
  const project = {
    checkAccess: async () => {
      rights.checks++;
      const roles = rights.project ? { [PROJECT]: 'viewer' } : {};
      await rights.onCheck();
      return { roles };
    },
  } as unknown as Clients['project'];
  const stream = live({ clients: { project }, callers, ended, broker, log: silent, issueAccess });
  streams.push(stream);
  const authenticate: RequestHandler = async (request, response, next) => {
    setCaller(request, nora);
    await door.authenticating?.(response);
    next();
  };
  const url = await serveHandlers(authenticate, mounted(stream.routes));
  return {
    url,
    rights,
    door,
    publish,
    reconnect,
    watched,
    endSessionOf: (userId: string) => sessionEnded(userId),
    changeUser: (entityId: string) => userChanged({ entityId, rev: 7, at: '2026-01-15T12:00:00.000Z' } as never),
    listen: async (query = `?project_id=${PROJECT}`) => {
      const response = await fetch(`${url}/events${query}`);
      const received: string[] = [];
      const reader = response.body?.getReader();
      const ended = (async () => {
        for (;;) {
          const piece = await reader?.read();
          if (!piece || piece.done) return;
          received.push(Buffer.from(piece.value).toString('utf8'));
        }
      })();
      const until = async (text: string): Promise<void> => {
        while (!received.join('').includes(text)) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      await until(': listening');
      return { received: () => received.join(''), until, ended, cancel: () => reader?.cancel() };
    },
  };
}

const changeOf = (entityId: string, scope = PROJECT) =>
  [documentEvents.changed.subject(scope), { entityId, scope, rev: 1, at: '' }] as const;

const accessOf = (entityId: string, { scope = PROJECT, userId = 'u1', role = 'owner' } = {}) =>
  [
    accessEvents.changed.subject(scope),
    { entityId, scope, rev: 2, at: '', data: { projectId: scope, userId, role } },
  ] as const;

const changesIn = (received: string): unknown[] =>
  [...received.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown);

const toldOf = (id: string, project_id: string) => ({
  ...{ entity: 'access', verb: 'changed', id, project_id, document_id: null, document_page_id: null },
  ...{ rev: 2, at: '', author_id: null },
});

describe('a live stream', () => {
  it('ends with a reconnect delay when the gateway stops', async () => {
    const { listen } = await gateway();
    const stream = await listen();
    for (const open of streams) open.close();
    await stream.ended;
    expect(stream.received()).toMatch(/retry: \d+\n\n$/);
  });

  it('sends changes of its project, and none of others', async () => {
    const { publish, listen } = await gateway();
    const stream = await listen();
    publish(...changeOf('d-other', 'another project'));
    publish(...changeOf('d-own'));
    await stream.until('d-own');
    expect(stream.received()).not.toContain('d-other');
  });

  it('sends the annotation with its change, as the API presents it, and none with a deletion', async () => {
    const { publish, listen } = await gateway();
    const stream = await listen();
    const at = new Date('2026-01-15T12:00:00.000Z');
    const annotation = Annotation.fromPartial({
      ...{ id: 'a1', projectId: PROJECT, documentId: 'd1', documentPageId: 'p1', content: 'tank', updatedAt: at },
      shape: { $case: 'rectangle', value: { x: 1, y: 2, width: 3, height: 4 } },
    });
    for (const type of [annotationEvents.changed, annotationEvents.deleted])
      publish(type.subject(PROJECT), {
        ...{ entityId: 'a1', scope: PROJECT, rev: 1 },
        data: type.toJSON({ annotation }),
      });
    await stream.until('deleted');
    const [changed, deleted] = changesIn(stream.received()) as LiveChange[];
    expect(changed).toMatchObject({ id: 'a1', document_page_id: 'p1', annotation: presentAnnotation(annotation) });
    expect(changed?.annotation).toMatchObject({ content: 'tank', coordinates: { x: 1, y: 2, width: 3, height: 4 } });
    expect(deleted).toMatchObject({ id: 'a1', document_page_id: 'p1' });
    expect(deleted).not.toHaveProperty('annotation');
  });

  it('ends when changes may have been missed, so that its client reloads', async () => {
    const { reconnect, listen } = await gateway();
    const streams = [await listen(), await listen('')];
    reconnect();
    await Promise.all(streams.map(({ ended }) => ended));
  });

  it('sends a user changes of their own account only', async () => {
    const { changeUser, listen } = await gateway();
    const stream = await listen();
    changeUser('u2');
    changeUser('u1');
    await stream.until('"entity":"user","verb":"changed","id":"u1"');
    expect(stream.received()).not.toContain('u2');
  });

  it.each(['', `?project_id=${PROJECT}`])('ends immediately for a disabled user (%j)', async (query) => {
    const { rights, changeUser, publish, listen } = await gateway();
    const stream = await listen(query);
    rights.signedIn = false;
    changeUser('u1');
    publish(...changeOf('d-secret', query ? PROJECT : ''));
    await stream.ended;
    expect(stream.received()).not.toContain('d-secret');
  });

  it.each(['', `?project_id=${PROJECT}`])('ends immediately with its session, and no other (%j)', async (query) => {
    const { rights, endSessionOf, changeUser, publish, listen } = await gateway();
    const stream = await listen(query);
    endSessionOf('u1');
    endSessionOf('u2');
    changeUser('u1');
    await stream.until('"entity":"user"');
    rights.signedIn = false;
    endSessionOf('u1');
    publish(...changeOf('d-secret', query ? PROJECT : ''));
    await stream.ended;
    expect(stream.received()).not.toContain('d-secret');
  });

  it('ends immediately when a role is lost that gave access to the project (AUTH-36, AUTH-37)', async () => {
    const { rights, changeUser, publish, listen } = await gateway();
    const stream = await listen();
    rights.project = false;
    changeUser('u1');
    publish(...changeOf('d-secret'));
    await stream.ended;
    expect(stream.received()).not.toContain('d-secret');
  });

  it('reports that a removed member has left', async () => {
    const { publish, listen } = await gateway();
    const stream = await listen();
    const here = { entity: 'presence', verb: 'here', id: 'u2/w', user_id: 'u2', project_id: PROJECT };
    publish(`symbio.presence.v1.${PROJECT}`, { ...here, at: new Date().toISOString() });
    publish(...accessOf('m-changed', { userId: 'u2' }));
    publish(...accessOf('m-ended', { userId: 'u2', role: '' }));
    await stream.until('"verb":"left"');
    await stream.until('m-ended');
    const told = (changesIn(stream.received()) as LiveChange[]).map(({ entity, verb, id }) => [entity, verb, id]);
    expect(told.slice(0, 2)).toEqual([
      ['presence', 'here', 'u2/w'],
      ['access', 'changed', 'm-changed'],
    ]);
    // order is not guaranteed
    expect(told.slice(2).sort()).toEqual([
      ['access', 'changed', 'm-ended'],
      ['presence', 'left', 'u2/w'],
    ]);
  });

  it('ends immediately for a removed member after notifying them, and continues after a change of role', async () => {
    const { rights, publish, listen } = await gateway();
    const stream = await listen();
    publish(...accessOf('m-changed'));
    publish(...changeOf('d-held'));
    // messages held during the check are sent after it
    await stream.until('d-held');
    expect(stream.received()).toContain('"entity":"access","verb":"changed","id":"m-changed"');
    expect(rights.checks).toBe(2);
    rights.project = false;
    publish(...accessOf('m-ended'));
    publish(...changeOf('d-secret'));
    await stream.ended;
    expect(stream.received()).toContain('"id":"m-ended"');
    expect(stream.received()).not.toContain('d-secret');
  });

  it('notifies the affected person of access changes once, on any stream, and the project’s subscribers', async () => {
    const { publish, listen } = await gateway();
    const elsewhere = await listen();
    const nowhere = await listen('');
    publish(...accessOf('m-others', { scope: 'p2', userId: 'u2' }));
    publish(...accessOf('m-own', { scope: 'p2' }));
    publish(...changeOf('d-secret', 'p2'));
    publish(...accessOf('m-beside', { userId: 'u2' }));
    publish(...accessOf('m-here'));
    for (const stream of [elsewhere, nowhere]) await stream.until('m-here');
    const [own, beside, here] = [toldOf('m-own', 'p2'), toldOf('m-beside', PROJECT), toldOf('m-here', PROJECT)];
    expect(changesIn(elsewhere.received())).toEqual([own, beside, here]);
    expect(changesIn(nowhere.received())).toEqual([own, here]);
    await elsewhere.cancel();
    await nowhere.cancel();
  });

  it.each([
    ['everyone', ['others-issue', 'others-comment', 'own-issue', 'own-comment', 'last-issue']],
    ['staff', ['own-issue', 'own-comment', 'last-issue']],
  ] as const)('sends a customer issues as in the issue service, where %s see all', async (issueAccess, expected) => {
    const { publish, listen } = await gateway(issueAccess);
    const stream = await listen();
    for (const [whose, reporterId] of [
      ['others', 'u2'],
      ['own', 'u1'],
    ]) {
      publish(issueEvents.changed.subject(''), {
        entityId: `${whose}-issue`,
        scope: '',
        data: { issue: { reporterId } },
      });
      publish(commentEvents.created.subject(''), { entityId: `${whose}-comment`, scope: '', data: { reporterId } });
    }
    const ofAnother = { reporterId: 'u1', organizationId: 'another' };
    publish(issueEvents.changed.subject(''), { entityId: 'foreign-issue', scope: '', data: { issue: ofAnother } });
    publish(commentEvents.created.subject(''), { entityId: 'foreign-comment', scope: '', data: ofAnother });
    publish(issueEvents.changed.subject(''), {
      entityId: 'last-issue',
      scope: '',
      data: { issue: { reporterId: 'u1' } },
    });
    await stream.until('last-issue');
    expect((changesIn(stream.received()) as LiveChange[]).map(({ id }) => id)).toEqual(expected);
  });

  it('sends changes of visits, issues and comments under the catalogue’s names', async () => {
    const { publish, listen } = await gateway();
    const [ofProject, ofNone] = [await listen(), await listen('')];
    publish(visitEvents.changed.subject(PROJECT), { entityId: 'v1', scope: PROJECT });
    await ofProject.until('"entity":"visit","verb":"changed","id":"v1"');
    publish(issueEvents.created.subject(''), { entityId: 'i1', scope: '', data: {} });
    publish(commentEvents.created.subject(''), { entityId: 'c1', scope: '', data: {} });
    await ofNone.until('"entity":"issue","verb":"created","id":"i1"');
    await ofNone.until('"entity":"comment","verb":"created","id":"c1"');
    await ofProject.until('"entity":"comment","verb":"created","id":"c1"');
    expect(ofProject.received().match(/"entity":"issue"/g)).toHaveLength(1);
  });

  it('subscribes the gateway once, and only to what its subscribers may see', async () => {
    const { watched, rights, url, listen } = await gateway();
    const before = watched();
    expect(before).not.toContain(scopeFilter(PROJECT));
    const added = () => watched().filter((filter) => !before.includes(filter));
    const [one, other] = [await listen(), await listen()];
    const ofProject = [scopeFilter(PROJECT), cursorSubject(PROJECT)];
    const ofNone = [issueEvents.any.filter(''), commentEvents.any.filter('')];
    expect(added()).toEqual([...ofProject, ...ofNone]);
    const elsewhere = await listen('');
    expect(added()).toEqual([...ofProject, ...ofNone]);
    await one.cancel();
    await other.cancel();
    await eventually(() => expect(added()).toEqual(ofNone));
    await elsewhere.cancel();
    await eventually(() => expect(added()).toEqual([]));

    rights.project = false;
    for (const id of [PROJECT, 'mine']) {
      const refused = await fetch(`${url}/events?project_id=${id}`);
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ fields: { project_id: 'Project not found' } });
    }
    expect(added()).toEqual([]);
  });

  it('misses no loss of access between check and subscription', async () => {
    const { rights, publish, url } = await gateway();
    rights.onCheck = () => {
      rights.onCheck = () => undefined;
      // access ends after a successful check, before its result arrives
      queueMicrotask(() => {
        rights.project = false;
        publish(...accessOf('m1'));
        publish(...changeOf('d-secret'));
      });
    };
    const response = await fetch(`${url}/events?project_id=${PROJECT}`);
    expect(await response.text()).not.toContain('d-secret');
  });

  it.each(['', `?project_id=${PROJECT}`])(
    'is not kept for a client that disconnected during authentication (%j)',
    async (query) => {
      const { url, door, watched } = await gateway();
      const before = watched();
      const leaving = new AbortController();
      const authenticated = new Promise<void>((resolve) => {
        door.authenticating = async (response) => {
          const closed = once(response, 'close');
          leaving.abort();
          await closed;
          setImmediate(resolve);
        };
      });
      await expect(fetch(`${url}/events${query}`, { signal: leaving.signal })).rejects.toThrow('aborted');
      await authenticated;
      expect(watched()).toEqual(before);
    },
  );

  it('starts nothing for a client that disconnected during the access check', async () => {
    const { url, door, rights, watched } = await gateway();
    const before = watched();
    const leaving = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    door.authenticating = (response) => void (closed = once(response, 'close'));
    const intervals = jest.spyOn(globalThis, 'setInterval');
    const looked = new Promise<void>((resolve) => {
      rights.onCheck = async () => {
        leaving.abort();
        await closed;
        setImmediate(resolve);
      };
    });
    try {
      await expect(fetch(`${url}/events?project_id=${PROJECT}`, { signal: leaving.signal })).rejects.toThrow('aborted');
      await looked;
      expect(intervals.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 15_000 || ms === 60_000)).toEqual([]);
      expect(watched()).toEqual(before);
    } finally {
      intervals.mockRestore();
    }
  });
});
