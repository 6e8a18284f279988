import { keyOf, type ShortcutPress } from '../../lib/ui/keys.js';

export type KeyCommand =
  | { kind: 'zoomIn' | 'zoomOut' | 'fitToPage' | 'fitToWidth' | 'actualSize' | 'delete' | 'open' | 'cancel' }
  | { kind: 'snap' | 'hide' | 'draw' | 'help' | 'undo' | 'redo' }
  | { kind: 'selectAll' | 'duplicate' | 'pasteInPlace' | 'label' }
  | { kind: 'tool'; tool: 'polygon' | 'measure' | 'hand' | 'select' }
  | { kind: 'rotate'; step: -1 | 1 }
  /** moves the selected annotation, or the view; `far` with Shift */
  | { kind: 'arrow'; x: number; y: number; far: boolean }
  | { kind: 'turnPage'; step: -1 | 1 };

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const KEYS: Record<string, KeyCommand> = {
  '+': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'fitToPage' },
  '1': { kind: 'actualSize' },
  '?': { kind: 'help' },
  w: { kind: 'fitToWidth' },
  h: { kind: 'tool', tool: 'hand' },
  v: { kind: 'tool', tool: 'select' },
  n: { kind: 'draw' },
  s: { kind: 'snap' },
  p: { kind: 'tool', tool: 'polygon' },
  m: { kind: 'tool', tool: 'measure' },
  Delete: { kind: 'delete' },
  Backspace: { kind: 'delete' },
  Enter: { kind: 'open' },
  F2: { kind: 'label' },
  Escape: { kind: 'cancel' },
  PageUp: { kind: 'turnPage', step: -1 },
  PageDown: { kind: 'turnPage', step: 1 },
};

const WITH_COMMAND: Record<string, KeyCommand> = {
  y: { kind: 'redo' },
  a: { kind: 'selectAll' },
  d: { kind: 'duplicate' },
};

/** Null leaves the key to others: Shift+V begins a review. */
const WITH_SHIFT: Record<string, KeyCommand | null> = { h: { kind: 'hide' }, v: null };

/**
 * Maps a key press to a command, or null. Combinations with Ctrl, Alt and Meta belong to the browser, except usual
 * editor keys.
 */
export function keyCommand(event: ShortcutPress): KeyCommand | null {
  const key = keyOf(event);
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' };
    // copy, cut and paste arrive as clipboard events
    if (event.shiftKey) return key === 'v' ? { kind: 'pasteInPlace' } : null;
    return WITH_COMMAND[key] ?? null;
  }
  const arrow = ARROWS[key];
  if (arrow) return { kind: 'arrow', ...arrow, far: event.shiftKey };
  if (key === 'r') return { kind: 'rotate', step: event.shiftKey ? -1 : 1 };
  if (event.shiftKey && Object.hasOwn(WITH_SHIFT, key)) return WITH_SHIFT[key] ?? null;
  return KEYS[key] ?? null;
}

/** Input types without text: keys on them still control the sheet. */
const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Elements that handle all keys themselves. */
const OWN_KEYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Elements that handle arrow keys themselves. */
const OWN_ARROWS = '[role="toolbar"], [role="radiogroup"], [role="tablist"], [role="slider"], [role="grid"]';

export function takesArrows(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(OWN_ARROWS) !== null;
}

/** It disables all sheet keys. */
export function isModalOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Whether an undo key in the label field applies to the sheet: nothing was typed there that could be undone. */
export function meansTheSheet(event: KeyboardEvent): boolean {
  const isUntouched = event.target instanceof HTMLElement && event.target.dataset['untouched'] === 'true';
  return isUntouched && (event.ctrlKey || event.metaKey) && ['z', 'y', 'd'].includes(keyOf(event));
}

/** Whether the target is a text field, dialog or menu (VIEW-30). */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[contenteditable="true"]')) return true;
  if (target instanceof HTMLInputElement && !NO_TEXT.has(target.type)) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.closest(OWN_KEYS) !== null;
}
