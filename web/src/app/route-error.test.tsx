import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { pageNavigation } from '../features/auth/page-navigation.js';
import { fakeServer, type FakeServer } from '../testing/fake-server.js';
import { renderRoutes, type RenderedScreen } from '../testing/render.js';
import { RouteError } from './route-error.js';

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';

let server: FakeServer;
let reloads: jest.SpiedFunction<typeof pageNavigation.reload>;

beforeEach(() => {
  server = fakeServer();
  reloads = jest.spyOn(pageNavigation, 'reload').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const openMissing = (): RenderedScreen =>
  renderRoutes([
    {
      path: '/',
      lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js')),
      errorElement: <RouteError />,
      hydrateFallbackElement: <p>Loading</p>,
    },
  ]);

describe('a screen whose code does not come', () => {
  it('is reported as a new version when the server is reachable (ERR-01)', async () => {
    server.on('HEAD /', { text: '' });
    const view = openMissing();
    expect(await screen.findByText('A new version is available')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloads).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['there is no connection', () => void jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    ['the gateway is down', () => server.on('HEAD /', { status: 502, text: '<html>' })],
    ['nothing answers', () => server.on('HEAD /', () => Promise.reject(new TypeError('Failed to fetch')))],
  ])('is reported as such when %s, and retried without losing the page (ERR-01)', async (_what, breakIt) => {
    breakIt();
    const view = openMissing();
    expect(await screen.findByText(UNREACHABLE)).toBeTruthy();
    expect(screen.queryByText('A new version is available')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(UNREACHABLE)).toBeTruthy();
    expect(reloads).not.toHaveBeenCalled();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    server.on('HEAD /', { text: '' });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reloads).toHaveBeenCalledTimes(1));
  });
});
