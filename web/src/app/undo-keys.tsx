import { useEffect } from 'react';
import { isUndoOwned, undoLast } from '../lib/undo.js';
import { isModalOpen, isTyping, keyCommand } from '../viewer/sheet/keys.js';

/** Whether somebody types where the key was pressed: text fields have an undo of their own, a choice has none. */
const hasOwnUndo = (target: EventTarget | null): boolean => isTyping(target) && !(target instanceof HTMLSelectElement);

/** Ctrl+Z takes back what was done last, on whatever screen; not in text fields, dialogs, and while a sheet has edits of its own. */
export function UndoKeys() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || keyCommand(event)?.kind !== 'undo') return;
      if (hasOwnUndo(event.target) || isModalOpen() || isUndoOwned()) return;
      if (undoLast()) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return null;
}
