import { jest } from '@jest/globals';
import type { ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const realTimeout = setTimeout;
/** Long enough for the scheduler to render pending work. */
const turn = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 1));

/** Screen rendered with concurrent scheduling. */
export interface SlowBrowser {
  host: HTMLElement;
  /** Resolves when all pending work is rendered. */
  turns: () => Promise<void>;
  /** Navigates through these URLs and waits for `isThere`. */
  show: (
    Screen: ComponentType,
    path: string,
    initialEntries: string[],
    isThere: () => boolean,
  ) => Promise<{ router: ReturnType<typeof createMemoryRouter>; root: Root }>;
}

/**
 * Renders like a busy browser in the surrounding `describe`: act() would flush transitions immediately. Timers are
 * faked, the clock is not.
 */
export function slowBrowser(): SlowBrowser {
  const browser: SlowBrowser = {
    host: document.createElement('div'),
    turns: async () => {
      for (let n = 0; n < 20; n++) await turn();
    },
    show: async (Screen, path, initialEntries, isThere) => {
      const router = createMemoryRouter([{ path, Component: Screen }], { initialEntries });
      const root = createRoot(browser.host);
      root.render(<RouterProvider router={router} />);
      while (!isThere()) await turn();
      return { router, root };
    },
  };
  let before: boolean | undefined;
  beforeEach(() => {
    before = environment.IS_REACT_ACT_ENVIRONMENT;
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'performance', 'Date'] });
    browser.host = document.createElement('div');
  });
  afterEach(() => {
    jest.useRealTimers();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });
  return browser;
}
