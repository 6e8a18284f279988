const OWN_TEXT = new Set(['checkbox', 'radio', 'button', 'submit']);

/** Whether a key is typed into a text field. */
export const isInText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !OWN_TEXT.has(target.type));
