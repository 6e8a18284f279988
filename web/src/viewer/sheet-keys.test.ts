import { isModalOpen, isTyping, keyCommand } from './sheet-keys.js';

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

  it('pan with arrows and move the selected annotation with Shift', () => {
    expect(key('ArrowLeft')).toEqual({ kind: 'pan', x: -1, y: 0 });
    expect(key('ArrowDown', { shiftKey: true })).toEqual({ kind: 'nudge', x: 0, y: 1 });
  });

  it('leave the browser its own', () => {
    expect(key('0', { ctrlKey: true })).toBeNull();
    expect(key('-', { metaKey: true })).toBeNull();
    expect(key('q')).toBeNull();
  });

  it('are ignored while somebody types (VIEW-30)', () => {
    document.body.innerHTML =
      '<input id="text"><textarea id="area"></textarea><select id="choice"></select><button id="button"></button><div role="menu"><span id="inside"></span></div><input id="box" type="checkbox">';
    const typing = ['text', 'area', 'choice', 'inside'].map((id) => isTyping(document.getElementById(id)));
    expect(typing).toEqual([true, true, true, true]);
    expect(isTyping(document.getElementById('button'))).toBe(false);
    expect(isTyping(document.getElementById('box'))).toBe(false);
    expect(isTyping(window)).toBe(false);
  });

  it('are ignored while a dialog is open', () => {
    expect(isModalOpen()).toBe(false);
    document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>';
    expect(isModalOpen()).toBe(true);
  });
});
