/**
 * Moves the focus away from a button that is about to go with its item of a list: to the button of the next item, else of the
 * one before, else to what is around the list, e.g. the dialog. Without the focus in it a dialog hears no keys.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li');
  const other = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = other?.querySelector('button') ?? button.closest<HTMLElement>('[tabindex="-1"]');
  next?.focus({ preventScroll: true });
}
