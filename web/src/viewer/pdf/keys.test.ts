import { pdfKeyCommand, worksWhileTyping } from './keys.js';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey', boolean>> = {}) =>
  pdfKeyCommand({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...held });

describe('keys in a PDF', () => {
  it('take over the search of the browser, on every system', () => {
    expect(press('f', { ctrlKey: true })).toEqual({ kind: 'find' });
    expect(press('F', { metaKey: true })).toEqual({ kind: 'find' });
    expect(press('g', { ctrlKey: true })).toEqual({ kind: 'findAgain', direction: 1 });
    expect(press('F3', { shiftKey: true })).toEqual({ kind: 'findAgain', direction: -1 });
  });

  it('scroll, zoom and turn', () => {
    expect(press('PageDown')).toEqual({ kind: 'pageScroll', direction: 1 });
    expect(press('PageUp')).toEqual({ kind: 'pageScroll', direction: -1 });
    expect(press('Home')).toEqual({ kind: 'first' });
    expect(press('End')).toEqual({ kind: 'last' });
    expect(press('ArrowUp')).toEqual({ kind: 'lineScroll', direction: -1 });
    expect(press('ArrowRight')).toEqual({ kind: 'sideways', direction: 1 });
    expect([press('+'), press('='), press('-')]).toEqual([
      { kind: 'zoom', direction: 1 },
      { kind: 'zoom', direction: 1 },
      { kind: 'zoom', direction: -1 },
    ]);
    expect(press('r')).toEqual({ kind: 'rotate', direction: 1 });
    expect(press('R', { shiftKey: true })).toEqual({ kind: 'rotate', direction: -1 });
  });

  it('leave the browser its own', () => {
    expect(press('r', { ctrlKey: true })).toBeNull();
    expect(press('+', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
    expect(press(' ')).toBeNull();
    expect(press('f')).toBeNull();
  });

  it('are letters in text fields, except those of the search', () => {
    for (const [key, held, works] of [
      ['f', { ctrlKey: true }, true],
      ['F3', {}, true],
      ['r', {}, false],
      ['PageDown', {}, false],
    ] as const) {
      const command = press(key, held);
      expect(command && worksWhileTyping(command)).toBe(works);
    }
  });
});
