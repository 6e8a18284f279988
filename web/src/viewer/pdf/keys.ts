import { keyOf, type ShortcutPress } from '../../lib/ui/keys.js';

export type PdfKeyCommand =
  | { kind: 'find' | 'first' | 'last' | 'cancel' }
  | { kind: 'fit'; fit: 'auto' | 'page-width' | 'page-fit' }
  | { kind: 'zoom' | 'rotate' | 'findAgain' | 'pageScroll' | 'lineScroll' | 'sideways'; direction: 1 | -1 };

const KEYS: Record<string, PdfKeyCommand> = {
  '+': { kind: 'zoom', direction: 1 },
  '=': { kind: 'zoom', direction: 1 },
  '-': { kind: 'zoom', direction: -1 },
  '0': { kind: 'fit', fit: 'page-fit' },
  w: { kind: 'fit', fit: 'page-width' },
  PageDown: { kind: 'pageScroll', direction: 1 },
  PageUp: { kind: 'pageScroll', direction: -1 },
  ArrowDown: { kind: 'lineScroll', direction: 1 },
  ArrowUp: { kind: 'lineScroll', direction: -1 },
  ArrowRight: { kind: 'sideways', direction: 1 },
  ArrowLeft: { kind: 'sideways', direction: -1 },
  Home: { kind: 'first' },
  End: { kind: 'last' },
  Escape: { kind: 'cancel' },
};

/** Maps a key press to a command, or null. The only browser keys it overrides are those of the search. */
export function pdfKeyCommand(event: ShortcutPress): PdfKeyCommand | null {
  if (event.altKey) return null;
  const direction = event.shiftKey ? -1 : 1;
  const key = keyOf(event);
  if (key === 'F3') return { kind: 'findAgain', direction };
  if (event.ctrlKey || event.metaKey) {
    if (key === 'f' && !event.shiftKey) return { kind: 'find' };
    return key === 'g' ? { kind: 'findAgain', direction } : null;
  }
  if (key === 'r') return { kind: 'rotate', direction };
  // Space is left to the browser: it scrolls and also presses buttons
  return KEYS[key] ?? null;
}

export function worksWhileTyping(command: PdfKeyCommand): boolean {
  return command.kind === 'find' || command.kind === 'findAgain';
}
