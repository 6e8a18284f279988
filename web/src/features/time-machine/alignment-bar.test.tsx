import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { AlignmentBar } from './alignment-bar.js';

const onDone = jest.fn();
const nothing = () => undefined;
const bar = (rights: { maySave: boolean; isKnown: boolean; onRetry?: () => void }) =>
  renderScreen(
    <AlignmentBar
      alignment={{ pairs: [], base: null }}
      pending={null}
      state=""
      offers={[]}
      onRetry={null}
      {...rights}
      onUndo={nothing}
      onClear={nothing}
      onOffer={nothing}
      onDone={onDone}
    />,
  );

describe('the bar of an alignment', () => {
  it('disables saving until the stored alignment is known', () => {
    bar({ maySave: true, isKnown: false });
    expect(screen.getByRole('button', { name: 'Store' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows when the stored alignment could not be loaded, and retries', async () => {
    const onRetry = jest.fn();
    const { user } = bar({ maySave: true, isKnown: false, onRetry });
    expect(screen.getByText(/The project’s alignment of these sheets could not be loaded\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ maySave: true, isKnown: true }, 'Store'],
    [{ maySave: false, isKnown: false }, 'Done'],
  ])('otherwise finishes: %o', async (rights, name) => {
    const { user } = bar(rights);
    await user.click(screen.getByRole('button', { name }));
    expect(onDone).toHaveBeenCalledTimes(1);
    onDone.mockClear();
  });
});
