import { QUICK_REASONS, reviewCommand } from './review-keys.js';
import type { ReviewStage } from './review-keys.js';

const press = (key: string, stage: ReviewStage, modifiers: object = {}) =>
  reviewCommand({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...modifiers }, stage);

describe('the keys of review', () => {
  it.each([
    ['a', 'accept'],
    ['A', 'accept'],
    ['e', 'edit'],
    ['r', 'reject'],
    ['l', 'link'],
    ['s', 'skip'],
    ['u', 'undo'],
    ['g', 'goTo'],
  ])('%s means %s while viewing a proposal', (key, kind) => {
    expect(press(key, 'looking')).toEqual({ kind });
  });

  it('undo is Ctrl or Cmd + Z as well, except while editing a copy, whose outline it reverts', () => {
    expect(press('z', 'looking', { ctrlKey: true })).toEqual({ kind: 'undo' });
    expect(press('z', 'looking', { metaKey: true })).toEqual({ kind: 'undo' });
    expect(press('z', 'editing', { ctrlKey: true })).toBeNull();
    expect(press('z', 'looking', { ctrlKey: true, shiftKey: true })).toBeNull();
  });

  it('a number chooses a rejection reason, 0 a custom one', () => {
    expect(press('1', 'rejecting')).toEqual({ kind: 'reason', index: 0 });
    expect(press(String(QUICK_REASONS.length), 'rejecting')).toEqual({
      kind: 'reason',
      index: QUICK_REASONS.length - 1,
    });
    expect(press('9', 'rejecting')).toEqual({ kind: 'reason', index: 8 });
    expect(press('0', 'rejecting')).toEqual({ kind: 'ownWords' });
    expect(press('Escape', 'rejecting')).toEqual({ kind: 'cancel' });
  });

  it('do not decide while a reason is entered or a copy edited', () => {
    for (const key of ['a', 'e', 'l', 's']) {
      expect(press(key, 'rejecting')).toBeNull();
      expect(press(key, 'editing')).toBeNull();
    }
  });

  it('leave all other keys to the sheet', () => {
    for (const key of ['+', '0', 'w', 'h', 'Escape', 'ArrowLeft', 'Delete']) expect(press(key, 'looking')).toBeNull();
    expect(press('a', 'looking', { ctrlKey: true })).toBeNull();
    expect(press('r', 'looking', { shiftKey: true })).toBeNull();
  });
});
