import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/**
 * What moves the focus to the first field of a form that is marked invalid. It moves after the render that shows the marks
 * which are set beside the call: a frame of the browser may come before it where they are set after an answer.
 */
export function useFocusFirstInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useLayoutEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked, form]);
  return useCallback(() => setAsked((before) => before + 1), []);
}

/** The messages without the one of a field that is being corrected. */
export const withoutMessage = <T extends object>(messages: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => key !== name)) as T;

/** A plausible e-mail address: the server and the confirmation mail are the judges. */
export const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value);
