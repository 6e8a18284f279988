import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import type { Mode } from './url-view.js';
import { TimeMachineToolbar } from './time-machine-toolbar.js';

function toolbar({ mode = 'side', isAligning = false }: { mode?: Mode; isAligning?: boolean } = {}) {
  const calls = {
    onModeChange: jest.fn(),
    onShareChange: jest.fn(),
    onZoomOut: jest.fn(),
    onZoomIn: jest.fn(),
    onShowAll: jest.fn(),
    onTurn: jest.fn(),
    onAlign: jest.fn(),
    onEvidence: jest.fn(),
    onFollow: jest.fn(),
    onSwap: jest.fn(),
    onCopyLink: jest.fn(),
  };
  const { user } = renderScreen(
    <TimeMachineToolbar
      mode={mode}
      share={0.25}
      isAligning={isAligning}
      showsEvidence
      isFollowing={false}
      {...calls}
    />,
  );
  // narrow windows only
  const openMenu = () => user.click(screen.getByRole('button', { name: 'More about the sheets', hidden: true }));
  const entry = (name: string) => screen.findByRole('menuitem', { name, hidden: true });
  const choose = async (name: string): Promise<void> => {
    await openMenu();
    await user.click(await entry(name));
  };
  const called = (): string[] =>
    Object.entries(calls)
      .filter(([, { mock }]) => mock.calls.length > 0)
      .map(([name]) => name);
  return { calls, called, choose, openMenu, entry, user };
}

describe('the toolbar of the time machine', () => {
  it('offers hidden controls in the menu of a narrow window', async () => {
    const { calls, called, choose } = toolbar();
    for (const name of ['Align', 'Swap A and B', 'Show all of A', 'Rotate both by 90°', 'Copy a link to this view'])
      await choose(name);
    for (const name of ['Hide annotations', 'Follow a feature']) await choose(name);
    expect(called().sort()).toEqual(
      ['onAlign', 'onCopyLink', 'onEvidence', 'onFollow', 'onShowAll', 'onSwap', 'onTurn'].sort(),
    );
    expect(calls.onAlign).toHaveBeenCalledWith(true);
    expect(calls.onEvidence).toHaveBeenCalledWith(false);
    expect(calls.onFollow).toHaveBeenCalledWith(true);
  });

  it('ends aligning from the menu as well, and disables rotation during it', async () => {
    const { calls, openMenu, entry, choose, user } = toolbar({ isAligning: true });
    await openMenu();
    expect((await entry('Rotate both by 90°')).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Escape}');
    await choose('End aligning');
    expect(calls.onAlign).toHaveBeenCalledWith(false);
    expect(screen.getByRole('radio', { name: 'Swipe' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows the comparison mode, and the visibility of B while blending', async () => {
    const { calls, user } = toolbar({ mode: 'fade' });
    screen.getByRole('heading', { name: 'Time machine' });
    screen.getByRole('radio', { name: 'Fade', checked: true });
    expect(screen.getByRole('slider', { name: 'How much of B shows' }).getAttribute('value')).toBe('25');
    await user.click(screen.getByRole('radio', { name: 'Side by side' }));
    expect(calls.onModeChange).toHaveBeenCalledWith('side');
  });
});
