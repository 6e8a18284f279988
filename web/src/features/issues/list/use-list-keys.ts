import { useEffect, type RefObject } from 'react';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import type { KeyGroup } from '../../../components/keyboard-help-dialog.js';
import { keyOf } from '../../../lib/ui/keys.js';

export const LIST_KEYS: KeyGroup = {
  title: 'The list',
  lines: [
    { keys: ['J', '↓'], what: 'Next issue' },
    { keys: ['K', '↑'], what: 'Previous issue' },
    { keys: ['Enter'], what: 'Open the issue' },
    { keys: ['X'], what: 'Select or deselect the issue' },
    { keys: ['Esc'], what: 'Clear the selection' },
    { keys: ['?'], what: 'Show these keys' },
  ],
};

export const REPORT_KEY: KeyGroup['lines'][number] = { keys: ['C'], what: 'Report an issue' };

interface ListKeys {
  onToggle: (id: string) => void;
  onClear: () => void;
  onHelp: () => void;
  /** Absent if reporting is not possible. */
  onReport?: () => void;
}

/** Input or an overlay with keys of its own. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]') !==
      null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

const linksOf = (table: HTMLTableElement | null): HTMLAnchorElement[] => [
  ...(table?.querySelectorAll<HTMLAnchorElement>('a[data-issue]') ?? []),
];

/** Moves focus between titles, so Enter opens the focused issue and screen readers read it. */
export function useListKeys(table: RefObject<HTMLTableElement | null>, keys: ListKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(target)) return;
      if (isLetterKeyOff(event)) return;
      const links = linksOf(table.current);
      const row = target instanceof Element ? target.closest('tbody tr') : null;
      const index = links.findIndex((link) => row?.contains(link) === true);
      const id = links[index]?.dataset.issue;
      const isOnButton = target instanceof Element && target.closest('button') !== null;
      const go = (step: number): void => {
        const first = step > 0 ? 0 : links.length - 1;
        const next = links[index < 0 ? first : Math.min(Math.max(index + step, 0), links.length - 1)];
        next?.focus();
        next?.closest('tr')?.scrollIntoView?.({ block: 'nearest' });
      };
      const steps: Record<string, (() => void) | undefined> = {
        j: () => go(1),
        k: () => go(-1),
        ArrowDown: index >= 0 && !isOnButton ? () => go(1) : undefined,
        ArrowUp: index >= 0 && !isOnButton ? () => go(-1) : undefined,
        x: id === undefined ? undefined : () => keys.onToggle(id),
        Escape: keys.onClear,
        '?': keys.onHelp,
        c: keys.onReport,
      };
      const step = Object.hasOwn(steps, keyOf(event)) ? steps[keyOf(event)] : undefined;
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [table, keys]);
}
