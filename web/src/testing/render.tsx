import { jest } from '@jest/globals';
import { configure, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { createStore, type AppStore } from '../app/store.js';
import { ThemeProvider } from '../app/theme.js';
import { ToastRegion } from '../lib/toasts.js';

// whole screens are drawn here, on machines that do other things as well
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);

export interface RenderedScreen extends RenderResult {
  user: UserEvent;
  store: AppStore;
  /** Where the router is now, e.g. `/login`. */
  path: () => string;
  router: ReturnType<typeof createMemoryRouter>;
}

/** Draws routes at a path, with store, theme and toasts as in the browser. */
export function renderRoutes(routes: RouteObject[], at = '/'): RenderedScreen {
  const store = createStore();
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const result = render(
    <Provider store={store}>
      <ThemeProvider>
        <RouterProvider router={router} />
        <ToastRegion />
      </ThemeProvider>
    </Provider>,
  );
  return {
    ...result,
    store,
    router,
    user: userEvent.setup(),
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
}

/** Draws one screen. `pattern` is its route, for screens that read parameters of the path. */
export const renderScreen = (screen: React.ReactElement, at = '/', pattern = '*'): RenderedScreen =>
  renderRoutes([{ path: pattern, element: screen }], at);
