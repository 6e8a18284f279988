import { jest } from '@jest/globals';
import { isKey, keyOf, withholdCompositions } from './keys.js';

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { bubbles: true, ...init });

describe('a key press', () => {
  it.each([
    ['z', 'KeyZ', 'z'],
    ['Z', 'KeyZ', 'z'],
    ['я', 'KeyZ', 'z'],
    ['Я', 'KeyZ', 'z'],
    ['ز', 'KeyC', 'c'],
    ['ζ', 'KeyZ', 'z'],
    ['٢', 'Digit2', '2'],
    ['ช', 'Equal', '='],
    // the letter that the layout shows counts, wherever its key is
    ['z', 'KeyY', 'z'],
    ['w', 'KeyZ', 'w'],
    ['é', 'Digit2', 'é'],
    ['/', 'KeyQ', '/'],
    ['Enter', 'Enter', 'Enter'],
    ['Dead', 'KeyA', 'Dead'],
  ])('%s on %s means %s', (key, code, meant) => {
    expect(keyOf(press({ key, code }))).toBe(meant);
  });

  it.each([
    ['that Chrome and Firefox mark', { isComposing: true }],
    ['that Safari ends', { keyCode: 229 }],
  ])('of a composition %s means nothing', (_which, init) => {
    expect(isKey(press({ key: 'Enter', ...init }), 'Enter')).toBe(false);
    expect(keyOf(press({ key: 'z', ...init }))).toBe('');
    expect(isKey(press({ key: 'Enter' }), 'Enter')).toBe(true);
  });

  it('of a composition reaches no listener, such as that of a dialog', () => {
    const heard = jest.fn();
    document.body.addEventListener('keydown', heard);
    const stop = withholdCompositions();
    document.body.dispatchEvent(press({ key: 'Escape', isComposing: true }));
    expect(heard).not.toHaveBeenCalled();
    document.body.dispatchEvent(press({ key: 'Escape' }));
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    document.body.dispatchEvent(press({ key: 'Escape', isComposing: true }));
    expect(heard).toHaveBeenCalledTimes(2);
    document.body.removeEventListener('keydown', heard);
  });
});
