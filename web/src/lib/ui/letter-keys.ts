import { createStoredSwitch } from './stored-switch.js';

/** Single-character shortcuts, which can be switched off (WCAG 2.1.4). */
const letterKeys = createStoredSwitch('symbio.letter-keys');

export const { set: setLetterKeysOn, useIsOn: useLetterKeysOn } = letterKeys;

/**
 * Whether a key press is a disabled single-character shortcut: speech input triggers them by accident. Shift still
 * gives a character
 */
export const isLetterKeyOff = ({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): boolean =>
  !letterKeys.isOn() && key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
