import { unauthenticated } from '@symbio/kit';
import { Router, type RequestHandler } from 'express';
import type { Callers } from './auth/callers.js';
import type { Clients } from './clients.js';
import { live } from './live.js';
import { setCaller, type Caller } from './request.js';
import { closeServers, fakeBroker, serveHandlers, silent } from './testing.js';

const PROJECT = '01890000-0000-7000-8000-00000000000a';
const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;

const streams: { close: () => void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  closeServers();
});

/** A gateway whose listener is Nora; `rights` says what she may at the moment. */
async function gateway() {
  const rights = { signedIn: true, project: true, checks: 0 };
  const { broker, tell } = fakeBroker();
  let userChanged: Parameters<Callers['onUserChanged']>[0] = () => undefined;
  const callers: Pick<Callers, 'again' | 'onUserChanged'> = {
    again: () => (rights.signedIn ? Promise.resolve(nora) : Promise.reject(unauthenticated())),
    onUserChanged: (listener) => void (userChanged = listener),
  };
  const project = {
    checkAccess: () => {
      rights.checks++;
      return Promise.resolve({ roles: rights.project ? { [PROJECT]: 'viewer' } : {} });
    },
  } as unknown as Clients['project'];
  const stream = live({ project }, callers, broker, silent);
  streams.push(stream);
  const recognise: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const url = await serveHandlers(recognise, Router().use(stream.router));
  return {
    rights,
    tell,
    changeUser: (entityId: string) => userChanged({ entityId, rev: 7, at: '2026-01-15T12:00:00.000Z' } as never),
    /** Opens a stream and collects what comes until it ends. */
    listen: async (query = `?project_id=${PROJECT}`) => {
      const response = await fetch(`${url}/events${query}`);
      const heard: string[] = [];
      const reader = response.body?.getReader();
      const ended = (async () => {
        for (;;) {
          const piece = await reader?.read();
          if (!piece || piece.done) return;
          heard.push(Buffer.from(piece.value).toString('utf8'));
        }
      })();
      const until = async (text: string): Promise<void> => {
        while (!heard.join('').includes(text)) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      await until(': listening');
      return { status: response.status, heard: () => heard.join(''), until, ended };
    },
  };
}

const changeOf = (entityId: string, scope = PROJECT) =>
  [`symbio.evt.document.v1.document.changed.${scope}`, { entityId, scope, rev: 1, at: '' }] as const;

describe('a live stream', () => {
  it('tells what changes in its project, and nothing of others', async () => {
    const { tell, listen } = await gateway();
    const stream = await listen();
    tell(...changeOf('d-other', 'another project'));
    tell(...changeOf('d-own'));
    await stream.until('d-own');
    expect(stream.heard()).not.toContain('d-other');
  });

  it('tells a user of their own change alone, so that the page reads what they may now', async () => {
    const { changeUser, listen } = await gateway();
    const stream = await listen();
    changeUser('u2');
    changeUser('u1');
    await stream.until('"entity":"user","verb":"changed","id":"u1"');
    expect(stream.heard()).not.toContain('u2');
  });

  it.each(['', `?project_id=${PROJECT}`])('ends at once for somebody who is disabled (%j)', async (query) => {
    const { rights, changeUser, tell, listen } = await gateway();
    const stream = await listen(query);
    rights.signedIn = false;
    changeUser('u1');
    tell(...changeOf('d-secret', query ? PROJECT : 'none'));
    await stream.ended;
    expect(stream.heard()).not.toContain('d-secret');
  });

  it('ends at once when a role is lost that the project was seen with (AUTH-36, AUTH-37)', async () => {
    const { rights, changeUser, tell, listen } = await gateway();
    const stream = await listen();
    rights.project = false;
    changeUser('u1');
    tell(...changeOf('d-secret'));
    await stream.ended;
    expect(stream.heard()).not.toContain('d-secret');
  });

  it('ends at once for a member who is removed, and goes on for one whose role is another', async () => {
    const { rights, tell, listen } = await gateway();
    const stream = await listen();
    const access = `symbio.evt.project.v1.access.changed.${PROJECT}`;
    tell(access, { entityId: 'm1', scope: PROJECT });
    tell(...changeOf('d-held'));
    // what came up during the check is told after it
    await stream.until('d-held');
    expect(rights.checks).toBe(2);
    rights.project = false;
    tell(access, { entityId: 'm1', scope: PROJECT });
    tell(...changeOf('d-secret'));
    await stream.ended;
    expect(stream.heard()).not.toContain('d-secret');
  });
});
