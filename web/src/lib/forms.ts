/** Moves the focus to the first field of a form that is marked invalid; after the marks have been rendered. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** The messages without the one of a field that is being corrected. */
export const withoutMessage = <T extends object>(messages: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => key !== name)) as T;

/** A plausible e-mail address: the server and the confirmation mail are the judges. */
export const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value);
