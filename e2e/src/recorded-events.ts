import type { Page } from 'playwright-core';

const MOST = 40;

/** Runs before the page's scripts and records recent presses, keys, focus changes and appearing elements. */
export const RECORD_EVENTS = `(() => {
  const kept = (window.symbioEvents = []);
  const keep = (what) => {
    kept.push(Math.round(performance.now()) + ' ms: ' + what);
    if (kept.length > ${MOST}) kept.shift();
  };
  const named = (node) => {
    if (!(node instanceof Element)) return 'the page';
    const near = node.closest('[aria-label], button, a, tr, [role]');
    // without an accessible name, the text content may be half the page
    if (!near) return node.localName;
    const name = near.getAttribute('aria-label') ?? near.textContent;
    return (near.getAttribute('role') ?? near.localName) + ' “' + name.replace(/\\s+/g, ' ').slice(0, 50) + '”';
  };
  for (const type of ['mousedown', 'mouseup', 'click', 'keydown', 'focusin'])
    document.addEventListener(type, (event) => keep(type + ' on ' + named(event.target)), true);
  const watched = '[role="menu"], [role="presentation"], [role="alertdialog"], [role="dialog"], [role="listitem"], tr, table';
  const keepAll = (word, nodes) => {
    for (const node of nodes) if (node instanceof Element && node.matches(watched)) keep(word + ': ' + named(node));
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      keepAll('went', removedNodes);
      keepAll('came', addedNodes);
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

/** @param options.timeout milliseconds, for a page that does not respond */
export const recordedEvents = (page: Page, options: { timeout: number }): Promise<string[]> =>
  page
    .locator('html')
    .evaluate(() => (globalThis as { symbioEvents?: string[] }).symbioEvents ?? [], undefined, options);
