import { render, waitFor, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { createStore, type AppStore } from '../app/store.js';
import { ThemeProvider } from '../app/theme.js';
import { UndoKeys } from '../app/undo-keys.js';
import { ToastRegion } from '../lib/ui/toasts.js';

export interface RenderedScreen extends RenderResult {
  user: UserEvent;
  store: AppStore;
  path: () => string;
  router: ReturnType<typeof createMemoryRouter>;
}

/** A replaced element never is. */
async function usable(element: Element): Promise<void> {
  await waitFor(() => {
    if (element.isConnected && element.closest(':disabled, [aria-disabled="true"]'))
      throw new Error('It stays disabled.');
  });
  if (!element.isConnected) throw new Error('It is no longer in the document: the test has to look for it later.');
}

/** A dialog gets focus shortly after it is rendered. */
async function focused(): Promise<void> {
  await waitFor(() => {
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const holder = document.activeElement;
    if (!dialog || !holder || dialog.contains(holder)) return;
    // menus and lists of a dialog are rendered after it in the document
    if (dialog.compareDocumentPosition(holder) & Node.DOCUMENT_POSITION_FOLLOWING) return;
    throw new Error('The dialog never gets the focus.');
  });
}

/**
 * Waits before each action until its target is enabled: events on disabled elements are ignored silently, and the test
 * would fail later, occasionally.
 */
function patient(user: UserEvent): UserEvent {
  const afterwards =
    <Rest extends unknown[]>(deed: (element: Element, ...rest: Rest) => Promise<void>) =>
    async (element: Element, ...rest: Rest) => {
      await usable(element);
      await deed(element, ...rest);
    };
  return {
    ...user,
    keyboard: async (keys) => {
      await focused();
      await user.keyboard(keys);
    },
    click: afterwards(user.click),
    dblClick: afterwards(user.dblClick),
    tripleClick: afterwards(user.tripleClick),
    type: afterwards(user.type),
    clear: afterwards(user.clear),
    selectOptions: afterwards(user.selectOptions),
    deselectOptions: afterwards(user.deselectOptions),
  };
}

/** With store, theme and toasts. */
export function renderRoutes(routes: RouteObject[], at = '/'): RenderedScreen {
  const store = createStore();
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const result = render(
    <Provider store={store}>
      <ThemeProvider>
        <RouterProvider router={router} />
        <ToastRegion />
        <UndoKeys />
      </ThemeProvider>
    </Provider>,
  );
  return {
    ...result,
    store,
    router,
    user: patient(userEvent.setup()),
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
}

/** `pattern` is its route, for path parameters. */
export const renderScreen = (screen: React.ReactElement, at = '/', pattern = '*'): RenderedScreen =>
  renderRoutes([{ path: pattern, element: screen }], at);
