import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { api } from '../http/api.js';
import { invalidateAfterOwnChange, useLiveChanges } from './live-changes.js';

const SECOND_MS = 1_000;
const LIST = 'GET /api/own-changes';

const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnChanges: build.query<number, void>({ query: () => '/api/own-changes', providesTags: ['Mention'] }),
  }),
});

function List() {
  const { data } = listApi.useGetOwnChangesQuery();
  return <output>{data}</output>;
}

function LiveList() {
  useLiveChanges('p1');
  return <List />;
}

async function server() {
  const fake = fakeServer();
  await signedIn(fake);
  fake.on(LIST, { json: 1 });
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  fake.on('GET /api/events', () => ({
    stream: new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    }),
  }));
  const tell = (change: object) => stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(change)}\n\n`));
  return { reads: () => fake.requestsOf(LIST).length, tell };
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('changes by this window', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are refetched once, although the stream reports them too', async () => {
    const { reads, tell } = await server();
    const { store } = renderScreen(<LiveList />);
    await pass(SECOND_MS);
    expect(screen.getByRole('status').textContent).toBe('1');
    act(() => store.dispatch(invalidateAfterOwnChange(['Mention'])));
    tell({ entity: 'mention', verb: 'changed', id: 'm1' });
    await pass(10 * SECOND_MS);
    expect(reads()).toBe(2);
    tell({ entity: 'mention', verb: 'changed', id: 'm2' });
    await pass(10 * SECOND_MS);
    expect(reads()).toBe(3);
  });

  it('are refetched without a stream', async () => {
    const { reads } = await server();
    const { store } = renderScreen(<List />);
    await pass(SECOND_MS);
    act(() => store.dispatch(invalidateAfterOwnChange(['Mention'])));
    await pass(SECOND_MS);
    expect(reads()).toBe(2);
  });
});
