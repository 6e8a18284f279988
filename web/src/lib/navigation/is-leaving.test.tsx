import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useIsLeaving } from './is-leaving.js';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

const drawn = (host: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(host, { childList: true });
  });

describe('leaving a screen', () => {
  // act() would flush transitions immediately, which a browser does not
  let before: boolean | undefined;
  beforeEach(() => {
    before = environment.IS_REACT_ACT_ENVIRONMENT;
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });

  it('is known before the next timer, and until the other screen is rendered', async () => {
    const seen: boolean[] = [];
    function Screen() {
      const isLeaving = useIsLeaving();
      useEffect(() => {
        seen.push(isLeaving);
      }, [isLeaving]);
      return 'The screen that is left';
    }
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const router = createMemoryRouter(
      [
        { path: '/', Component: Screen },
        { path: '/other', lazy: () => arrived.then(() => ({ Component: () => 'The other screen' })) },
      ],
      { initialEntries: ['/'] },
    );
    const host = document.createElement('div');
    const root = createRoot(host);
    const first = drawn(host);
    root.render(<RouterProvider router={router} />);
    await first;
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen).toEqual([false]);
    const going = router.navigate('/other');
    // promises only: no timer and no scheduler message that would flush transitions
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(seen).toEqual([false, true]);
    arrive();
    await going;
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect([router.state.location.pathname, router.state.navigation.state]).toEqual(['/other', 'idle']);
    expect(seen).toEqual([false, true]);
    root.unmount();
  });
});
