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
  /** A screen that shows them, and is left. */
  async function look(): Promise<void> {
    const reading = store.dispatch(evidenceApi.endpoints.getProjectMentions.initiate('p1'));
    await jest.advanceTimersByTimeAsync(0);
    expect((await reading).data).toEqual([{ id: 'm1' }]);
    reading.unsubscribe();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('are not read again by who comes back within five minutes, later they are (CONST-08)', async () => {
    expect(MENTIONS_STALE_SECONDS * 1000).toBe(300_000);
    await look();
    await jest.advanceTimersByTimeAsync(290_000);
    await look();
    expect(server.requestsOf(LIST)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(310_000);
    await look();
    expect(server.requestsOf(LIST)).toHaveLength(2);
  });
});

describe('a list of more rows than one answer holds', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}` }));

  it('is read to its end by its cursors', async () => {
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

  it('is read to its end by pages where it knows no cursors', async () => {
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

describe('mentions that a screen has had for long', () => {
  it('are read again for who begins to look at them after five minutes, and not before (CONST-08)', async () => {
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
  it('is null, and no error, where there is none (ERR-02)', async () => {
    server.on(LIST, { json: { data: [], count: 0 } });
    const reading = store.dispatch(evidenceApi.endpoints.getAnnotationMention.initiate('a1'));
    await jest.advanceTimersByTimeAsync(0);
    expect(await reading).toMatchObject({ data: null, isSuccess: true, isError: false });
    reading.unsubscribe();
  });
});
