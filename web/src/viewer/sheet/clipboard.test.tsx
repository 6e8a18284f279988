import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { annotation } from '../../testing/annotation.js';
import { renderScreen } from '../../testing/render.js';
import type { UndoAddition } from '../edits/use-annotation-edits.js';
import { copySelected, pasteInPlace } from './clipboard.js';
import type { SheetController } from '@symbio/sheet/view/controller';
import type { SheetViewerProps } from './viewer-props.js';

const undoPaste = jest.fn<UndoAddition>();
const undo = jest.fn();
const announce = jest.fn();
const controller = { pointerOnSheet: null } as SheetController;

const targets = (rights: Partial<SheetViewerProps['rights']> = {}) =>
  ({
    picture: { sheet: { size: { width: 600, height: 700 } } },
    content: { annotations: [annotation], selectedKeys: ['a1'] },
    rights: { mayDraw: true, canDraw: true, ...rights },
    edits: { add: jest.fn(() => undoPaste), undo },
    actions: { announce },
  }) as unknown as Parameters<typeof pasteInPlace>[0];

beforeEach(() => {
  jest.clearAllMocks();
  copySelected(targets(), null);
});

describe('annotations that are pasted', () => {
  it('are undone by the Undo of their toast, not the last step', async () => {
    const { user } = renderScreen(<p>A sheet</p>);
    act(() => pasteInPlace(targets(), controller));
    expect(await screen.findByText('1 annotation pasted')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect([undoPaste.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0]);
  });

  it('are offered for undo again after an indefinite error', async () => {
    const { user } = renderScreen(<p>A sheet</p>);
    act(() => pasteInPlace(targets(), controller));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    const [again] = undoPaste.mock.calls[0]!;
    act(again);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undoPaste).toHaveBeenCalledTimes(2);
  });

  it('twice have separate Undo actions', async () => {
    const { user } = renderScreen(<p>A sheet</p>);
    const second = jest.fn<UndoAddition>();
    const later = targets();
    jest.mocked(later.edits.add).mockReturnValue(second);
    act(() => pasteInPlace(targets(), controller));
    act(() => pasteInPlace(later, controller));
    expect(await screen.findAllByText('1 annotation pasted')).toHaveLength(2);
    for (const undoing of screen.getAllByRole('button', { name: 'Undo' })) await user.click(undoing);
    expect([undoPaste.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([
    [{ mayDraw: false, canDraw: false }, 'You may not draw on this sheet.'],
    [{ canDraw: false }, 'The annotations of this sheet are not loaded.'],
  ])('are rejected if there is no place for them: %o', (rights, sentence) => {
    const onto = targets(rights);
    pasteInPlace(onto, controller);
    expect(announce).toHaveBeenLastCalledWith(sentence);
    expect(onto.edits.add).not.toHaveBeenCalled();
  });
});
