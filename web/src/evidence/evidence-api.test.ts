import { jest } from '@jest/globals';
import { createStore, type AppStore } from '../app/store.js';
import { fakeServer, type FakeServer } from '../testing/fake-server.js';
import { evidenceApi, MENTIONS_STALE_SECONDS } from './evidence-api.js';

const LIST = 'GET /api/public/mentions';

let server: FakeServer;
let store: AppStore;

beforeEach(() => {
  jest.useFakeTimers();
  server = fakeServer();
  store = createStore();
  server.on(LIST, { json: { data: [{ id: 'm1' }] } });
});
afterEach(() => jest.useRealTimers());

describe('the mentions of a project', () => {
  /** Mounts and unmounts a screen that shows them. */
  async function visitScreen(): Promise<void> {
    const reading = store.dispatch(evidenceApi.endpoints.getProjectMentions.initiate('p1'));
    await jest.advanceTimersByTimeAsync(0);
    expect((await reading).data).toEqual([{ id: 'm1' }]);
    reading.unsubscribe();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('are refetched on a return after five minutes, not before (CONST-08)', async () => {
    expect(MENTIONS_STALE_SECONDS * 1000).toBe(300_000);
    await visitScreen();
    await jest.advanceTimersByTimeAsync(290_000);
    await visitScreen();
    expect(server.requestsOf(LIST)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(310_000);
    await visitScreen();
    expect(server.requestsOf(LIST)).toHaveLength(2);
  });
});

describe('a list of more rows than one response holds', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}` }));

  it('is fetched completely by cursors', async () => {
    server.on('GET /api/public/features', ({ query }) => ({
      json:
        query.get('cursor') === 'b'
          ? { data: rows(2_000, 2_500), count: 2_500, next_cursor: null }
          : query.get('cursor') === 'a'
            ? { data: rows(1_000, 2_000), count: 2_500, next_cursor: 'b' }
            : { data: rows(0, 1_000), count: 2_500, next_cursor: 'a' },
    }));
    const reading = store.dispatch(evidenceApi.endpoints.getFeatures.initiate('p1'));
    await jest.advanceTimersByTimeAsync(0);
    const { data } = await reading;
    expect(data?.map(({ id }) => id)).toEqual(rows(0, 2_500).map(({ id }) => id));
    expect(server.requestsOf('GET /api/public/features').map(({ query }) => query.get('project_id'))).toEqual([
      'p1',
      'p1',
      'p1',
    ]);
    reading.unsubscribe();
  });

  it('is fetched completely by pages without cursors', async () => {
    server.on('GET /api/public/features', ({ query }) => {
      const page = Number(query.get('page') ?? '0');
      expect(query.get('per_page')).toBe(page === 0 ? null : '100');
      const [from, to] = page === 0 ? [0, 1_000] : [(page - 1) * 100, Math.min(page * 100, 1_150)];
      return { json: { data: rows(from, to), count: 1_150, next_cursor: null } };
    });
    const reading = store.dispatch(evidenceApi.endpoints.getFeatures.initiate('p1'));
    await jest.advanceTimersByTimeAsync(0);
    expect((await reading).data?.map(({ id }) => id)).toEqual(rows(0, 1_150).map(({ id }) => id));
    reading.unsubscribe();
  });
});

describe('mentions that a screen has shown for long', () => {
  it('are refetched on mount after five minutes, not before (CONST-08)', async () => {
    const begin = async () => {
      const reading = store.dispatch(evidenceApi.endpoints.getProjectMentions.initiate('p1'));
      await jest.advanceTimersByTimeAsync(0);
      await reading;
      return { unsubscribe: () => reading.unsubscribe() };
    };
    const all = [await begin()];
    await jest.advanceTimersByTimeAsync(299_000);
    all.push(await begin());
    expect(server.requestsOf(LIST)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_000);
    all.push(await begin());
    expect(server.requestsOf(LIST)).toHaveLength(2);
    for (const reading of all) reading.unsubscribe();
  });
});

describe('the mention of an annotation', () => {
  it('is null, not an error, if it does not exist (ERR-02)', async () => {
    server.on(LIST, { json: { data: [], count: 0 } });
    const reading = store.dispatch(evidenceApi.endpoints.getAnnotationMention.initiate('a1'));
    await jest.advanceTimersByTimeAsync(0);
    expect(await reading).toMatchObject({ data: null, isSuccess: true, isError: false });
    reading.unsubscribe();
  });
});

describe('the refetched mentions of a project', () => {
  interface Stored {
    id: string;
    created_at: string;
    updated_at: string;
    current_narrative: string;
  }
  const mention = (index: number, said = 'A tank.'): Stored => {
    const at = new Date(index * 60_000).toISOString();
    return { id: `m${index}`, created_at: at, updated_at: at, current_narrative: said };
  };
  /** Server rows, newest first. */
  let stored: Stored[];
  /** Server clock, as in `next_updated_after`. */
  let now: string;

  beforeEach(() => {
    stored = [3, 2, 1].map((index) => mention(index));
    now = mention(3).updated_at;
    server.on(LIST, ({ query }) => {
      const after = query.get('updated_after') ?? '';
      const changed = stored.filter(({ updated_at: at }) => at > after);
      return {
        json: {
          data: query.get('per_page') ? changed.slice(0, Number(query.get('per_page'))) : changed,
          ...{ count: changed.length, next_cursor: null },
          ...(after !== '' && { next_updated_after: now }),
        },
      };
    });
  });

  const shown = () => evidenceApi.endpoints.getProjectMentions.select('p1')(store.getState()).data;
  async function read(): Promise<void> {
    const call = evidenceApi.endpoints.getProjectMentions.initiate('p1', { forceRefetch: true, subscribe: false });
    const reading = store.dispatch(call);
    await jest.advanceTimersByTimeAsync(0);
    await reading;
  }
  /** Requests since: the `updated_after` value, or the row limit. */
  const asked = () =>
    server.requestsOf(LIST).map(({ query }) => query.get('updated_after') ?? `${query.get('per_page')} row`);
  const whole = '1970-01-01T00:00:00Z';

  it('are fetched incrementally after anyone’s change; the others stay', async () => {
    await read();
    const before = shown();
    stored = [
      { ...mention(4), id: 'new' },
      { ...mention(3, 'Two tanks.'), updated_at: mention(4).updated_at },
      ...stored.slice(1),
    ];
    const since = now;
    now = mention(4).updated_at;
    await read();
    expect(asked()).toEqual([whole, since, '1 row']);
    expect(shown()).toEqual(stored);
    expect(shown()?.[2]).toBe(before?.[1]);
    // no changes: no rerender
    const after = shown();
    await read();
    expect(asked().slice(3)).toEqual([now, '1 row']);
    expect(shown()).toBe(after);
  });

  it('are fetched completely after deletions, which changes do not include', async () => {
    await read();
    stored = [mention(4), ...stored.slice(1)];
    await read();
    expect(asked().at(-1)).toBe(whole);
    expect(shown()).toEqual(stored);
    const count = asked().length;
    await read();
    expect(asked().slice(count)).toEqual([now, '1 row']);
  });

  it('are fetched completely from a server without incremental support, and by later subscribers', async () => {
    server.on(LIST, () => ({ json: { data: stored, count: stored.length } }));
    await read();
    await read();
    expect(asked()).toEqual([whole, whole]);
    store = createStore();
    await read();
    expect(asked().at(-1)).toBe(whole);
  });

  it('stay when a refetch fails, and continue incrementally', async () => {
    await read();
    server.on(LIST, { status: 503, json: { error: 'The features are not available right now.' } });
    await read();
    expect(shown()).toEqual(stored);
    expect(evidenceApi.endpoints.getProjectMentions.select('p1')(store.getState())).toMatchObject({
      isError: true,
      error: { status: 503, message: 'The features are not available right now.' },
    });
    await read();
    expect(asked().at(-1)).not.toBe(whole);
  });
});
