/** What a key means on a sheet. Directions are -1, 0 or 1. */
export type KeyCommand =
  | { kind: 'zoomIn' | 'zoomOut' | 'fitToPage' | 'fitToWidth' | 'actualSize' | 'delete' | 'open' | 'cancel' }
  | { kind: 'snap' | 'hide' | 'draw' | 'help' | 'undo' | 'redo' }
  | { kind: 'selectAll' | 'duplicate' | 'pasteInPlace' | 'label' }
  | { kind: 'tool'; tool: 'polygon' | 'measure' }
  | { kind: 'turn'; step: -1 | 1 }
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
  h: { kind: 'hide' },
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

/** The command of a key press, or null. Ctrl, Alt and Meta belong to the browser, but for what editors do with them. */
export function keyCommand(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>,
): KeyCommand | null {
  // capitals of Shift and of Caps Lock
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' };
    // the clipboard's own keys come as its events
    if (event.shiftKey) return key === 'v' ? { kind: 'pasteInPlace' } : null;
    return WITH_COMMAND[key] ?? null;
  }
  const arrow = ARROWS[key];
  if (arrow) return { kind: 'arrow', ...arrow, far: event.shiftKey };
  if (key === 'r') return { kind: 'turn', step: event.shiftKey ? -1 : 1 };
  return KEYS[key] ?? null;
}

/** Inputs that take no text: keys pressed on them still mean the sheet. */
const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Parts of the page that have keys of their own. */
const OWN_KEYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Parts of the page in which arrow keys go from one control to the next. */
const OWN_ARROWS = '[role="toolbar"], [role="radiogroup"], [role="tablist"], [role="slider"], [role="grid"]';

/** Whether the arrow keys mean something where the focus is. */
export function takesArrows(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(OWN_ARROWS) !== null;
}

/** Whether a dialog is open over the page: then no key means the sheet, wherever the focus is. */
export function isModalOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/**
 * Whether a key pressed in the label of what was just drawn means the sheet all the same: nothing was typed there yet that
 * could be undone.
 */
export function meansTheSheet(event: KeyboardEvent): boolean {
  const isUntouched = event.target instanceof HTMLElement && event.target.dataset['untouched'] === 'true';
  return isUntouched && (event.ctrlKey || event.metaKey) && ['z', 'y', 'd'].includes(event.key.toLowerCase());
}

/** Whether somebody types, or uses a dialog or menu, at the target of a key press (VIEW-30). */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[contenteditable="true"]')) return true;
  if (target instanceof HTMLInputElement && !NO_TEXT.has(target.type)) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.closest(OWN_KEYS) !== null;
}
