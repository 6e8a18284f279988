import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SCHEME_STORAGE_KEY, ThemeProvider, useColorScheme } from './theme.js';

let isDark: boolean;
let notify: (() => void) | undefined;

beforeEach(() => {
  isDark = false;
  localStorage.clear();
  window.matchMedia = ((query: string) => ({
    get matches() {
      return query === '(prefers-color-scheme: dark)' && isDark;
    },
    addEventListener: (_type: string, listener: () => void) => (notify = listener),
    removeEventListener: () => (notify = undefined),
  })) as unknown as typeof window.matchMedia;
});
afterAll(() => localStorage.clear());

function Toggle() {
  const { scheme, toggle } = useColorScheme();
  return <button onClick={toggle}>{scheme}</button>;
}
const open = () =>
  render(
    <ThemeProvider>
      <Toggle />
    </ThemeProvider>,
  );
const shown = () => [screen.getByRole('button').textContent, document.documentElement.dataset.scheme];
const prefer = (dark: boolean) => {
  isDark = dark;
  act(() => notify?.());
};

describe('the theme', () => {
  it('is that of the operating system, also when that changes (NAV-28, SET-27)', () => {
    isDark = true;
    open();
    expect(shown()).toEqual(['dark', 'dark']);
    prefer(false);
    expect(shown()).toEqual(['light', 'light']);
  });

  it('is the chosen one from the first toggle on, also after a reload (NAV-28, OP-13)', async () => {
    const { unmount } = open();
    await userEvent.click(screen.getByRole('button'));
    expect(shown()).toEqual(['dark', 'dark']);
    expect(localStorage.getItem(SCHEME_STORAGE_KEY)).toBe('dark');
    prefer(true);
    prefer(false);
    expect(shown()).toEqual(['dark', 'dark']);
    unmount();
    open();
    expect(shown()).toEqual(['dark', 'dark']);
  });

  it('follows the choice in another window (OP-13)', () => {
    open();
    expect(shown()).toEqual(['light', 'light']);
    localStorage.setItem(SCHEME_STORAGE_KEY, 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SCHEME_STORAGE_KEY })));
    expect(shown()).toEqual(['dark', 'dark']);
  });
});
