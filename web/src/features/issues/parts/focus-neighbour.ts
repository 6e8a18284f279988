/**
 * Before a button is removed with its item: to the next item's button, else the previous one's, else the list's
 * container.
 */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const other = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = other?.querySelector('button') ?? button.closest<HTMLElement>('[tabindex="-1"]');
  next?.focus({ preventScroll: true });
}
