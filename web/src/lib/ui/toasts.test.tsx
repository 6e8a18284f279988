import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { notify, ToastRegion, withdraw } from './toasts.js';

const show = (...toasts: Parameters<typeof notify>[0][]): void => act(() => toasts.forEach(notify));

describe('toasts', () => {
  beforeEach(() => {
    render(
      <FluentProvider theme={webLightTheme}>
        <ToastRegion />
      </FluentProvider>,
    );
  });

  it('with the same type, title and description are shown once (NAV-30)', () => {
    const toast = { type: 'error', title: 'Processing Failed', description: 'Unknown error occurred.' } as const;
    show(toast, toast);
    show(toast);
    expect(screen.getAllByText('Processing Failed')).toHaveLength(1);
  });

  it('that differ in one of the three are shown together (NAV-30)', () => {
    show(
      { type: 'info', title: 'Saved', description: 'a' },
      { type: 'info', title: 'Saved', description: 'b' },
      { type: 'success', title: 'Saved', description: 'b' },
    );
    expect(screen.getAllByText('Saved')).toHaveLength(3);
  });

  it('go by themselves after five seconds (CONST-18)', async () => {
    show({ type: 'success', title: 'Saved' });
    // a toast's timer is an animation, which pauses while the pointer is on it
    const clock = document.querySelector<HTMLElement>('[data-timer-status]');
    expect(clock?.style.animationDuration).toBe('5000ms');
    if (clock) fireEvent.animationEnd(clock);
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  });

  it('stay as long where a person wants no motion (CONST-18)', () => {
    show({ type: 'success', title: 'Saved' });
    const sheet = readFileSync(path.resolve(import.meta.dirname, '../../styles/base.css'), 'utf8');
    const still = /@media \(prefers-reduced-motion: reduce\) \{([^{]*)\{[^}]*animation-duration/.exec(sheet)?.[1] ?? '';
    expect(screen.getByText('Saved').matches(still)).toBe(true);
    expect(document.querySelector('[data-timer-status]')?.matches(still)).toBe(false);
  });

  const goes = (text: string): void => {
    const toast = screen.getByText(text).closest('.fui-Toast')?.parentElement;
    const clock = toast?.querySelector('[data-timer-status]');
    if (!clock) throw new Error(`no clock in the toast ${text}`);
    fireEvent.animationEnd(clock);
  };

  it('are four at a time: the fifth appears after one has closed, or never if withdrawn while waiting', async () => {
    const saved = (title: string) => ({ type: 'success', title }) as const;
    show(...['1', '2', '3', '4', '5', '6'].map(saved));
    expect(screen.getAllByRole('status')).toHaveLength(4);
    act(() => withdraw(saved('5')));
    goes('1');
    await waitFor(() => expect(screen.getByText('6')).toBeTruthy());
    goes('2');
    await waitFor(() => expect(screen.queryByText('2')).toBeNull());
    expect(screen.queryByText('5')).toBeNull();
  });

  it('come again while the same words are still leaving (NAV-30)', async () => {
    const saved = { type: 'success', title: 'Saved' } as const;
    show(saved);
    const first = screen.getByText('Saved');
    // both in one act: the first one is closing, but not removed
    act(() => {
      goes('Saved');
      notify(saved);
    });
    await waitFor(() => expect(first.isConnected).toBe(false));
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('that were withdrawn can be shown again immediately, and make room for waiting ones', async () => {
    const saved = (title: string) => ({ type: 'success', title }) as const;
    show(...['1', '2', '3', '4', '5'].map(saved));
    act(() => withdraw(saved('1')));
    expect(screen.getByText('5')).toBeTruthy();
    const second = screen.getByText('2');
    act(() => {
      withdraw(saved('2'));
      notify(saved('2'));
    });
    await waitFor(() => expect(second.isConnected).toBe(false));
    expect(screen.getByText('2')).toBeTruthy();
    expect(screen.queryByText('1')).toBeNull();
  });

  it('keep focus in place when their action is pressed', () => {
    show({ type: 'success', title: 'Document deleted', action: { label: 'Undo', onClick: () => undefined } });
    // default not prevented: focus would move to the button
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Undo' }))).toBe(false);
  });

  it('are at the top, centred (NAV-29)', () => {
    show({ type: 'success', title: 'Profile updated successfully' });
    const region = document.querySelector<HTMLElement>('[data-toaster-position="top"]');
    expect(region && within(region).getByText('Profile updated successfully')).toBeTruthy();
  });
});
