import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/store.js';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { LOOK_MS, REPORT_EVERY_MS, usePageOpening } from './use-page-opening.js';

const PUT = 'PUT /api/public/document-pages/p1/opened';
const opening = { page_id: 'p1', document_id: 'd1', project_id: 'p', user_id: 'u', user_name: 'Ada Marsh' };

let server: FakeServer;
beforeEach(() => {
  jest.useFakeTimers();
  server = fakeServer();
  server.on(PUT, { json: { data: { ...opening, first_at: '', last_at: '' } } });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function viewing(pageId: string) {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const view = (page: string, isShown = true) => ({ page, isShown });
  const { rerender } = renderHook(({ page, isShown }) => usePageOpening(page, isShown), {
    initialProps: view(pageId),
    wrapper,
  });
  return (page: string, isShown = true) => rerender(view(page, isShown));
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const reports = () => server.requestsOf(PUT).length;

it('reports a page once its sheet has been visible for two seconds, and not again for minutes', async () => {
  const show = viewing('p1');
  await pass(LOOK_MS - 1);
  expect(reports()).toBe(0);
  await pass(1);
  expect(reports()).toBe(1);
  const viewAgain = async () => {
    show('p2');
    show('p1');
    await pass(LOOK_MS);
  };
  await viewAgain();
  expect(reports()).toBe(1);
  await pass(REPORT_EVERY_MS);
  await viewAgain();
  expect(reports()).toBe(2);
});

it('reports no page that was turned, was not drawn, or is in a hidden window', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const show = viewing('p1');
  await pass(LOOK_MS);
  show('p1', false);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(LOOK_MS);
  show('p1');
  await pass(LOOK_MS - 1);
  show('p2');
  await pass(LOOK_MS);
  expect(reports()).toBe(0);
});

it('repeats a failed report at the next view, not before', async () => {
  server.on(PUT, { status: 503, json: { error: 'Unavailable', code: 'unavailable' } });
  const show = viewing('p1');
  await pass(10 * LOOK_MS);
  const failed = reports();
  await pass(REPORT_EVERY_MS);
  expect(reports()).toBe(failed);
  show('p1', false);
  show('p1');
  await pass(LOOK_MS);
  expect(reports()).toBeGreaterThan(failed);
});
