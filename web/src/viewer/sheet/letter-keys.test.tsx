import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import type { SheetController } from '@symbio/sheet/view/controller';
import { listenToKeys } from './key-bindings.js';
import { KeyboardHelp } from './keyboard-help.js';
import { isLetterKeyOff, setLetterKeysOn } from '../../lib/ui/letter-keys.js';

const press = (key: string, changes: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...changes });

afterEach(() => act(() => setLetterKeysOn(true)));

describe('single-letter shortcuts', () => {
  it('are switched off in the keyboard help, for the next visit too, and on again (WCAG 2.1.4)', async () => {
    const { user } = renderScreen(<KeyboardHelp onClose={() => undefined} />);
    const setting = await screen.findByRole<HTMLInputElement>('switch', { name: 'Single-letter shortcuts' });
    expect([setting.checked, isLetterKeyOff(press('h'))]).toEqual([true, false]);
    await user.click(setting);
    expect([setting.checked, isLetterKeyOff(press('h'))]).toEqual([false, true]);
    expect(localStorage.getItem('symbio.letter-keys')).toBe('off');
    await user.click(setting);
    expect(isLetterKeyOff(press('h'))).toBe(false);
    expect(localStorage.getItem('symbio.letter-keys')).toBeNull();
  });

  it('are letters, digits and signs alone: combinations, Space and named keys stay (WCAG 2.1.4)', () => {
    setLetterKeysOn(false);
    const off = ['h', '0', '+', '?', '/'].map((key) => isLetterKeyOff(press(key)));
    expect(off).toEqual([true, true, true, true, true]);
    expect(isLetterKeyOff(press('R', { shiftKey: true }))).toBe(true);
    for (const key of ['Delete', 'Escape', 'ArrowLeft', 'PageDown', 'F2', ' '])
      expect(isLetterKeyOff(press(key))).toBe(false);
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
      expect(isLetterKeyOff(press('z', { [modifier]: true }))).toBe(false);
  });

  it('mean nothing on a sheet while they are off; the other keys do (WCAG 2.1.4)', () => {
    const controller = { zoomIn: jest.fn(), cancel: jest.fn() };
    const targets = { current: { content: { selectedKeys: [] } } } as unknown as Parameters<typeof listenToKeys>[1];
    // jsdom does not accept the abort signal: the test calls the listener
    const added = jest.spyOn(window, 'addEventListener').mockImplementation(() => undefined);
    listenToKeys(controller as unknown as SheetController, targets, () => undefined);
    const isOfKeys = ([type, , options]: (typeof added.mock.calls)[number]) =>
      type === 'keydown' && !(options as AddEventListenerOptions).capture;
    const [, onKeyDown] = added.mock.calls.find(isOfKeys) as unknown as [string, (event: KeyboardEvent) => void];
    added.mockRestore();
    setLetterKeysOn(false);
    const events = ['+', 'Escape'].map((key) => press(key));
    events.forEach(onKeyDown);
    expect([controller.zoomIn.mock.calls.length, controller.cancel.mock.calls.length]).toEqual([0, 1]);
    expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([false, true]);
    setLetterKeysOn(true);
    onKeyDown(press('+'));
    expect(controller.zoomIn).toHaveBeenCalledTimes(1);
  });
});
