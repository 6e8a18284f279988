import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSavedText } from './saved-text.js';

const opened = (save: (text: string) => Promise<boolean>) =>
  renderHook(({ saved }) => useSavedText(saved, save), { initialProps: { saved: '' } });

describe('a text that is saved when its field is left', () => {
  it('is sent once, also before the list has it, and again after another person replaced it', async () => {
    const save = jest.fn(() => Promise.resolve(true));
    const { result, rerender } = opened(save);
    act(() => result.current.setText('Capped.'));
    await act(() => result.current.flush());
    await act(() => result.current.flush());
    expect(save).toHaveBeenCalledTimes(1);
    rerender({ saved: 'Capped.' });
    rerender({ saved: 'Open.' });
    act(() => result.current.setText('Capped.'));
    await act(() => result.current.flush());
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('is sent again after a failure', async () => {
    const save = jest.fn(() => Promise.resolve(false));
    const { result } = opened(save);
    act(() => result.current.setText('Capped.'));
    await act(() => result.current.flush());
    await act(() => result.current.flush());
    expect(save).toHaveBeenCalledTimes(2);
  });
});
