import { useEffect, useRef } from 'react';

const ROW = 'li, tr';

/** What has the focus for a while and gives it back. */
const PASSING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** What has the focus in a list, and where it may go from there. */
interface Place {
  element: HTMLElement;
  /** What it does with its row; undefined for what does nothing with it. */
  action: string | undefined;
  /** The rows after its own, then those before it, the nearest first. */
  neighbours: readonly Element[];
}

function placeOf(element: HTMLElement, container: Element): Place {
  const row = element.closest(ROW);
  const rows = [...container.querySelectorAll(ROW)];
  const at = row ? rows.indexOf(row) : -1;
  const neighbours = at < 0 ? [] : [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  return { element, action: element.dataset.rowAction, neighbours };
}

/** Gives the focus to the first that takes it; what is disabled does not. */
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
 * Keeps the focus in a list when the row goes that has it: on the same action of the next row, else of the one before, else on
 * the heading (WCAG 2.4.3). Stands inside the element that has heading and list; actions carry a name as `data-row-action`, the
 * same in each row.
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
        // somebody clicked beside everything: what goes later did not have the focus
        if (last?.element.isConnected && document.activeElement === document.body) last = null;
      });
    };
    // rows go when the server has answered; a question about them may be open until later, outside of the list
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
