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
