import { isModalOpen, isTyping, keyCommand, takesArrows } from './keys.js';

const key = (name: string, changes: Partial<KeyboardEventInit> = {}) =>
  keyCommand(new KeyboardEvent('keydown', { key: name, ...changes }));

afterEach(() => document.body.replaceChildren());

describe('keys on a sheet', () => {
  it('zoom, fit and turn pages (VIEW-26)', () => {
    expect(key('+')).toEqual({ kind: 'zoomIn' });
    expect(key('-')).toEqual({ kind: 'zoomOut' });
    expect(key('0')).toEqual({ kind: 'fitToPage' });
    expect(key('w')).toEqual({ kind: 'fitToWidth' });
    expect(key('PageDown')).toEqual({ kind: 'turnPage', step: 1 });
  });

  it('delete, open and cancel (ANN-06 to ANN-08)', () => {
    expect(key('Delete')).toEqual({ kind: 'delete' });
    expect(key('Enter')).toEqual({ kind: 'open' });
    expect(key('Escape')).toEqual({ kind: 'cancel' });
  });

  it('go by arrows, farther with Shift', () => {
    expect(key('ArrowLeft')).toEqual({ kind: 'arrow', x: -1, y: 0, far: false });
    expect(key('ArrowDown', { shiftKey: true })).toEqual({ kind: 'arrow', x: 0, y: 1, far: true });
  });

  it('turn the sheet, hide and draw, regardless of Caps Lock', () => {
    expect(key('r')).toEqual({ kind: 'rotate', step: 1 });
    expect(key('R')).toEqual({ kind: 'rotate', step: 1 });
    expect(key('R', { shiftKey: true })).toEqual({ kind: 'rotate', step: -1 });
    expect(key('H', { shiftKey: true })).toEqual({ kind: 'hide' });
    expect(key('n')).toEqual({ kind: 'draw' });
    expect(key('?', { shiftKey: true })).toEqual({ kind: 'help' });
  });

  it('choose the hand and select tools (D-67); Shift+V is left to the review', () => {
    expect(key('h')).toEqual({ kind: 'tool', tool: 'hand' });
    expect(key('H')).toEqual({ kind: 'tool', tool: 'hand' });
    expect(key('v')).toEqual({ kind: 'tool', tool: 'select' });
    expect(key('V', { shiftKey: true })).toBeNull();
  });

  it('go by position on layouts that are not Latin', () => {
    expect(key('я', { code: 'KeyZ', ctrlKey: true })).toEqual({ kind: 'undo' });
    expect(key('з', { code: 'KeyP' })).toEqual({ kind: 'tool', tool: 'polygon' });
    expect(key('ь', { code: 'KeyM' })).toEqual({ kind: 'tool', tool: 'measure' });
  });

  it('of a composition belong to the input method', () => {
    expect(key('Enter', { isComposing: true })).toBeNull();
    expect(key('Escape', { isComposing: true })).toBeNull();
  });

  it('undo and redo with Ctrl or Cmd', () => {
    expect(key('z', { ctrlKey: true })).toEqual({ kind: 'undo' });
    expect(key('Z', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' });
    expect(key('y', { ctrlKey: true })).toEqual({ kind: 'redo' });
  });

  it('select all, duplicate, paste at the same place, and lead into the label', () => {
    expect(key('a', { metaKey: true })).toEqual({ kind: 'selectAll' });
    expect(key('d', { ctrlKey: true })).toEqual({ kind: 'duplicate' });
    expect(key('V', { ctrlKey: true, shiftKey: true })).toEqual({ kind: 'pasteInPlace' });
    expect(key('F2')).toEqual({ kind: 'label' });
    // the clipboard has its own events
    expect([key('c', { ctrlKey: true }), key('v', { ctrlKey: true }), key('d')]).toEqual([null, null, null]);
  });

  it('leave the browser its own', () => {
    expect(key('0', { ctrlKey: true })).toBeNull();
    expect(key('-', { metaKey: true })).toBeNull();
    expect(key('q')).toBeNull();
  });

  it('are ignored in text fields (VIEW-30)', () => {
    document.body.innerHTML =
      '<input id="text"><textarea id="area"></textarea><select id="choice"></select><button id="button"></button><div role="menu"><span id="inside"></span></div><input id="box" type="checkbox">';
    const typing = ['text', 'area', 'choice', 'inside'].map((id) => isTyping(document.getElementById(id)));
    expect(typing).toEqual([true, true, true, true]);
    expect(isTyping(document.getElementById('button'))).toBe(false);
    expect(isTyping(document.getElementById('box'))).toBe(false);
    expect(isTyping(window)).toBe(false);
  });

  it('leave arrows to toolbars', () => {
    document.body.innerHTML = '<div role="toolbar"><button id="inside"></button></div><button id="beside"></button>';
    expect(takesArrows(document.getElementById('inside'))).toBe(true);
    expect(takesArrows(document.getElementById('beside'))).toBe(false);
  });

  it('are ignored while a dialog is open', () => {
    expect(isModalOpen()).toBe(false);
    document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>';
    expect(isModalOpen()).toBe(true);
  });
});
