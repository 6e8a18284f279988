import { createRef } from 'react';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { SheetToolbar } from './toolbar.js';

function toolbar(isHidden = false) {
  const calls = {
    onFitToWidth: jest.fn(),
    onFitToPage: jest.fn(),
    onTurn: jest.fn(),
    onHiddenChange: jest.fn(),
  };
  const others = {
    onToolChange: jest.fn(),
    onZoomIn: jest.fn(),
    onZoomOut: jest.fn(),
    onTouchDrawsChange: jest.fn(),
    onListOpenChange: jest.fn(),
    onUndo: jest.fn(),
    onRedo: jest.fn(),
    onHelp: jest.fn(),
  };
  const view = renderScreen(
    <SheetToolbar
      disabled={false}
      tool="ellipse"
      toolBefore="ellipse"
      mayDraw
      isHidden={isHidden}
      snaps={false}
      onSnapsChange={jest.fn()}
      isListOpen={false}
      steps={{ undo: null, redo: null, lastAt: null }}
      percentageRef={createRef<HTMLSpanElement>()}
      {...calls}
      {...others}
    />,
  );
  const choose = async (entry: string): Promise<void> => {
    // the menu button is visible only in narrow windows
    await view.user.click(screen.getByRole('button', { name: 'More about the sheet', hidden: true }));
    await view.user.click(await screen.findByRole('menuitem', { name: entry, hidden: true }));
  };
  return { calls, choose };
}

describe('the menu of a toolbar that has no room for everything', () => {
  it('fits and turns the sheet, and hides its annotations (VIEW-26)', async () => {
    const { calls, choose } = toolbar();
    await choose('Fit to Width');
    await choose('Fit to Page');
    await choose('Rotate right');
    await choose('Hide annotations');
    expect(Object.values(calls).map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 1]);
    expect(calls.onHiddenChange).toHaveBeenCalledWith(true);
  });

  it('shows annotations again that are hidden', async () => {
    const { calls, choose } = toolbar(true);
    await choose('Show annotations');
    expect(calls.onHiddenChange).toHaveBeenCalledWith(false);
  });
});
