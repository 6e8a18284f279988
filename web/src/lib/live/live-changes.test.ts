import { jest } from '@jest/globals';
import { LIVE_ENTITIES } from '@symbio/proto/catalogue';
import { fakeServer } from '../../testing/fake-server.js';
import { signedIn } from '../../testing/sign-in.js';
import { resetSession } from '../session/session.js';
import { readEvents } from './event-stream.js';
import { followChanges, TAGS, tagsOfChange, type ChangeEvent } from './live-changes.js';

describe('the stream of changes', () => {
  const read = async (...pieces: string[]): Promise<string[]> => {
    const found: string[] = [];
    await readEvents(new Response(pieces.join('')).body!, (data) => found.push(data));
    const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const again: string[] = [];
    await readEvents(cut, (data) => again.push(data));
    expect(again).toEqual(found);
    return found;
  };

  it('is split into events wherever the network cuts it', async () => {
    expect(await read('data: {"entity":"do', 'cument"}\n', '\ndata: {"entity":"job"}\n\n')).toEqual([
      '{"entity":"document"}',
      '{"entity":"job"}',
    ]);
  });

  it('may carry keep-alives, names and several data lines', async () => {
    expect(await read(': keep-alive\n\nevent: change\nid: 7\ndata: a\r\ndata:b\r\n\r\n')).toEqual(['a\nb']);
  });

  it('invalidates the tags of a changed entity, and none for an unknown one', () => {
    expect(tagsOfChange({ entity: 'page', id: 'p' })).toEqual(['DocumentPage', 'Document']);
    expect(tagsOfChange({ entity: 'annotation' })).toContain('Project');
    expect(tagsOfChange({ entity: 'comet' } as unknown as ChangeEvent)).toEqual([]);
  });

  it('uses exactly the entity names that are sent', () => {
    expect(Object.keys(TAGS).sort()).toEqual([...LIVE_ENTITIES].sort());
  });

  it('invalidates changed permissions: buttons, lists of projects and of members', () => {
    for (const entity of ['access', 'user'] as const)
      expect(tagsOfChange({ entity })).toEqual(expect.arrayContaining(['Project', 'ProjectAccess']));
    expect(tagsOfChange({ entity: 'access' })).toContain('Member');
  });

  it('invalidates the visits of a project when one changes', () => {
    expect(tagsOfChange({ entity: 'visit', verb: 'changed', id: 'v' })).toEqual(['SiteVisit', 'Project']);
  });
});

describe('a subscriber to changes', () => {
  const MINUTE_MS = 60_000;
  const ignore = (): void => undefined;
  let end: AbortController;

  beforeEach(() => {
    jest.useFakeTimers();
    end = new AbortController();
  });
  afterEach(() => {
    end.abort();
    jest.useRealTimers();
  });

  /** Connects to a server that gives these responses in turn, then stays connected; counts calls of `onAgain`. */
  const missed = async (...answers: ('fails' | 'breaks off' | 'falls silent')[]): Promise<number> => {
    const server = fakeServer();
    const rest = [...answers];
    server.on('GET /api/events', () => {
      const next = rest.shift();
      if (next === 'fails') return { status: 503, json: { error: 'Not available' } };
      const start = (controller: ReadableStreamDefaultController) => {
        if (next === 'breaks off') controller.close();
        // keep-alive, as the gateway sends it
        else if (!next) setInterval(() => controller.enqueue(new TextEncoder().encode(': alive\n\n')), 15_000);
      };
      return { stream: new ReadableStream<Uint8Array>({ start }) };
    });
    const onReconnect = jest.fn();
    void followChanges('p1', end.signal, { onChange: ignore, onReconnect });
    await jest.advanceTimersByTimeAsync(answers.length * MINUTE_MS);
    expect(server.requestsOf('GET /api/events')).toHaveLength(answers.length + 1);
    return onReconnect.mock.calls.length;
  };

  it('has missed no events when the first attempt succeeds', async () => {
    expect(await missed()).toBe(0);
  });

  it('may have missed events before a later attempt succeeded', async () => {
    expect(await missed('fails', 'fails')).toBe(1);
  });

  it('may have missed events after each loss', async () => {
    expect(await missed('breaks off', 'breaks off')).toBe(2);
  });

  it('may have missed events since a connection died silently', async () => {
    expect(await missed('falls silent')).toBe(1);
  });

  it('is notified each time that a project is out of reach, and subscribes when it is accessible', async () => {
    const server = fakeServer();
    await signedIn(server);
    server.on('GET /api/events', { status: 404, json: { error: 'Project not found' } });
    const [onNoAccess, onReconnect] = [jest.fn(), jest.fn()];
    void followChanges('p1', end.signal, { onChange: ignore, onReconnect, onNoAccess });
    await jest.advanceTimersByTimeAsync(2_000);
    expect([onNoAccess.mock.calls.length, onReconnect.mock.calls.length]).toEqual([2, 0]);
    server.on('GET /api/events', { stream: new ReadableStream<Uint8Array>() });
    await jest.advanceTimersByTimeAsync(5_000);
    expect([onNoAccess.mock.calls.length, onReconnect.mock.calls.length]).toEqual([2, 1]);
  });

  describe('whose token expires while it cannot be renewed', () => {
    const unauthenticated = { status: 401, json: { error: 'Authentication required. Please log in to continue.' } };
    const listening = { stream: new ReadableStream<Uint8Array>() };

    it('subscribes again after the renewal, and may have missed events before', async () => {
      const server = fakeServer();
      await signedIn(server);
      server.on('GET /api/events', unauthenticated);
      server.on('GET /api/auth/session', { status: 503, json: { error: 'The identity service is away.' } });
      const onReconnect = jest.fn();
      void followChanges('p1', end.signal, { onChange: ignore, onReconnect });
      await jest.advanceTimersByTimeAsync(MINUTE_MS);
      expect(onReconnect).not.toHaveBeenCalled();
      server.on('GET /api/events', ({ authorization }) =>
        authorization === 'Bearer next' ? listening : unauthenticated,
      );
      server.on('GET /api/auth/session', { json: { access_token: 'next', expires_in: 300 } });
      await jest.advanceTimersByTimeAsync(MINUTE_MS);
      expect(onReconnect).toHaveBeenCalledTimes(1);
    });

    it('ends without a session', async () => {
      const server = fakeServer();
      resetSession();
      server.on('GET /api/events', unauthenticated);
      await followChanges('p1', end.signal, { onChange: ignore });
      expect(server.requestsOf('GET /api/events')).toHaveLength(1);
    });
  });
});
