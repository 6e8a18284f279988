import { useEffect } from 'react';
import { isUndoOwned, undoLast } from '../lib/edits/undo.js';
import { isModalOpen, isTyping, keyCommand } from '../viewer/sheet/keys.js';

/** Text fields have, selects do not. */
const hasOwnUndo = (target: EventTarget | null): boolean => isTyping(target) && !(target instanceof HTMLSelectElement);

/** On any screen, except in text fields, dialogs, and while a sheet has newer edits. */
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
