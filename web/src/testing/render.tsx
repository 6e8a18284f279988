import { render, waitFor, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { createStore, type AppStore } from '../app/store.js';
import { ThemeProvider } from '../app/theme.js';
import { UndoKeys } from '../app/undo-keys.js';
import { ToastRegion } from '../lib/toasts.js';

export interface RenderedScreen extends RenderResult {
  user: UserEvent;
  store: AppStore;
  /** Where the router is now, e.g. `/login`. */
  path: () => string;
  router: ReturnType<typeof createMemoryRouter>;
}

/** Waits until an element can be used; one that was replaced meanwhile never can. */
async function usable(element: Element): Promise<void> {
  await waitFor(() => {
    if (element.isConnected && element.closest(':disabled, [aria-disabled="true"]'))
      throw new Error('It stays disabled.');
  });
  if (!element.isConnected) throw new Error('It is no longer in the document: the test has to look for it later.');
}

/** Waits until keys go where a person would see them go: a dialog has the focus a moment after it is drawn. */
async function focused(): Promise<void> {
  await waitFor(() => {
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const holder = document.activeElement;
    if (!dialog || !holder || dialog.contains(holder)) return;
    // menus and lists of a dialog are drawn behind it in the document
    if (dialog.compareDocumentPosition(holder) & Node.DOCUMENT_POSITION_FOLLOWING) return;
    throw new Error('The dialog never gets the focus.');
  });
}

/**
 * A person who waits until what they mean to use can be used: keys and clicks on a disabled element go nowhere, and nobody
 * would notice but a later line of the test, now and then.
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

/** Draws routes at a path, with store, theme and toasts as in the browser. */
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

/** Draws one screen. `pattern` is its route, for screens that read parameters of the path. */
export const renderScreen = (screen: React.ReactElement, at = '/', pattern = '*'): RenderedScreen =>
  renderRoutes([{ path: pattern, element: screen }], at);
