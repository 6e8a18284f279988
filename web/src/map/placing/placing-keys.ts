import { useEffect, useLayoutEffect, useRef } from 'react';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { keyOf } from '../../lib/ui/keys.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';

export interface PlacingKeys {
  toggle: () => void;
  /** Null leaves the key to others. */
  overlay: (() => void) | null;
  remove: (() => void) | null;
  drop: (() => void) | null;
  undo: (() => void) | null;
}

const COMMANDS: Readonly<Record<string, keyof PlacingKeys>> = {
  g: 'toggle',
  w: 'overlay',
  d: 'remove',
  Delete: 'remove',
  Escape: 'drop',
};

function commandOf(event: KeyboardEvent): keyof PlacingKeys | undefined {
  const key = keyOf(event);
  if (event.altKey || event.shiftKey) return undefined;
  if (event.ctrlKey || event.metaKey) return key === 'z' ? 'undo' : undefined;
  return isLetterKeyOff(event) || !Object.hasOwn(COMMANDS, key) ? undefined : COMMANDS[key];
}

/** Keys of the pane, before those of the sheet. @param isOff during a review, whose keys these are */
export function usePlacingKeys(keys: PlacingKeys, isOff: boolean): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (isOff) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModalOpen() || isTyping(event.target)) return;
      const command = commandOf(event);
      const act = command && latest.current[command];
      if (!act) return;
      // the sheet gives W and D another meaning
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOff]);
}
