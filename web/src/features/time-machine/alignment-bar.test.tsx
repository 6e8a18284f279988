import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { AlignmentBar } from './alignment-bar.js';

const onDone = jest.fn();
const nothing = () => undefined;
const bar = (rights: { maySave: boolean; isLoading: boolean }) =>
  renderScreen(
    <AlignmentBar
      alignment={{ pairs: [], base: null }}
      pending={null}
      state=""
      offers={[]}
      {...rights}
      onUndo={nothing}
      onClear={nothing}
      onOffer={nothing}
      onDone={onDone}
    />,
  );

describe('the bar of an alignment', () => {
  it('stores nothing before it is known what is stored', () => {
    bar({ maySave: true, isLoading: true });
    expect(screen.getByRole('button', { name: 'Store' }).getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    [{ maySave: true, isLoading: false }, 'Store'],
    [{ maySave: false, isLoading: true }, 'Done'],
  ])('is done with else: %o', async (rights, name) => {
    const { user } = bar(rights);
    await user.click(screen.getByRole('button', { name }));
    expect(onDone).toHaveBeenCalledTimes(1);
    onDone.mockClear();
  });
});
