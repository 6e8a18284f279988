import { useEffect, useRef } from 'react';

const ROW = 'li, tr';

/** Elements that hold focus temporarily. */
const PASSING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

interface Place {
  element: HTMLElement;
  /** Of the element, if any. */
  action: string | undefined;
  /** Following, then preceding rows, nearest first. */
  neighbours: readonly Element[];
}

function placeOf(element: HTMLElement, container: Element): Place {
  const row = element.closest(ROW);
  const rows = [...container.querySelectorAll(ROW)];
  const at = row ? rows.indexOf(row) : -1;
  const neighbours = at < 0 ? [] : [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  return { element, action: element.dataset.rowAction, neighbours };
}

/** Disabled elements do not accept focus. */
function focusFirst(candidates: Iterable<HTMLElement | null>): void {
  for (const candidate of candidates) {
    candidate?.focus();
    if (candidate && document.activeElement === candidate) return;
  }
}

function* candidatesBeside({ action, neighbours }: Place, container: Element): Iterable<HTMLElement | null> {
  if (action !== undefined)
    for (const row of neighbours)
      if (row.isConnected) yield row.querySelector<HTMLElement>(`[data-row-action="${action}"]`);
  const heading = container.querySelector<HTMLElement>('h1, h2, h3');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  yield heading;
}

/**
 * When the focused row is removed: same action of the next row, else of the previous one, else the heading (WCAG
 * 2.4.3). Place inside the element with heading and list; actions have a `data-row-action` that is equal in each row.
 */
export function RowFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const container = mark.current?.parentElement;
    if (!container) return undefined;
    let last: Place | null = null;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      if (container.contains(target)) last = placeOf(target, container);
      else if (!target.closest(PASSING)) last = null;
    };
    const onFocusOut = (): void => {
      queueMicrotask(() => {
        // a click elsewhere removed the focus: later removals do not restore it
        if (last?.element.isConnected && document.activeElement === document.body) last = null;
      });
    };
    // rows disappear after the server's response; a confirmation outside the list may stay open longer
    const observer = new MutationObserver(() => {
      if (last?.element.isConnected) last = placeOf(last.element, container);
      else if (last && container.isConnected && document.activeElement === document.body)
        focusFirst(candidatesBeside(last, container));
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
    };
  }, []);
  return <span ref={mark} hidden />;
}
