import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Waits for the render that shows the errors, which may come after the next frame when they are set in response to an
 * answer.
 */
export function useFocusFirstInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useLayoutEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked, form]);
  return useCallback(() => setAsked((before) => before + 1), []);
}

/** For a field that is being corrected. */
export const withoutMessage = <T extends object>(messages: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => key !== name)) as T;

/** Server and the confirmation mail validate the address. */
export const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value);
