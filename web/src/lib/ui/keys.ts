import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type KeyPress = Pick<KeyboardEvent, 'key'> &
  Partial<Pick<KeyboardEvent, 'code' | 'shiftKey' | 'isComposing' | 'keyCode'>>;

export type ShortcutPress = KeyPress & Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** `keyCode` of a key press that an input method handles; Safari sends it for the Enter that ends a composition. */
const HANDLED_BY_INPUT_METHOD = 229;

/** Whether a key press belongs to an input method: Enter takes its candidate and Escape drops it. */
export function isComposing(event: KeyPress | ReactKeyboardEvent): boolean {
  const native: KeyPress = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing === true || native.keyCode === HANDLED_BY_INPUT_METHOD;
}

/** Characters of other key positions on a US keyboard, without and with Shift. */
const POSITIONS: Record<string, readonly [string, string]> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Slash: ['/', '?'],
};

/** Of a US keyboard; letters are lower-case. */
function characterAt(code: string, isShifted: boolean): string | undefined {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? digit ?? POSITIONS[code]?.[Number(isShifted)];
}

const IS_LATIN = /^[\p{ASCII}\p{Script=Latin}]$/u;

/**
 * Pressed key for shortcuts: letters in lower case despite Shift and Caps Lock, and by position if the layout is not
 * Latin (the Z key types я on a Russian one). Empty during a composition.
 */
export function keyOf(event: KeyPress | ReactKeyboardEvent): string {
  if (isComposing(event)) return '';
  const { key, code = '', shiftKey = false } = event;
  if ([...key].length !== 1) return key;
  return IS_LATIN.test(key) ? key.toLowerCase() : (characterAt(code, shiftKey) ?? key);
}

/** Outside of a composition. */
export const isKey = (event: KeyPress | ReactKeyboardEvent, key: 'Enter' | 'Escape'): boolean => keyOf(event) === key;

/**
 * Withholds key presses of compositions from all listeners, including those of component libraries: their dialogs close
 * on Escape. The input method still receives them.
 */
export function withholdCompositions(): () => void {
  const withhold = (event: KeyboardEvent): void => {
    if (isComposing(event)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', withhold, { capture: true });
  return () => window.removeEventListener('keydown', withhold, { capture: true });
}
