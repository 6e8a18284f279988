import { useEffect, useRef, useState } from 'react';

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/**
 * Gives the focus back to what had it before a dialog, once the dialog is gone: keys and screen readers would begin at the top
 * of the page again. Stands inside the surface of the dialog. An entry of a menu that opened it is gone by then; its menu takes
 * the focus back itself.
 */
export function FocusReturn() {
  const [before] = useState(() => document.activeElement);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const surface = mark.current?.closest('[role="dialog"], [role="alertdialog"]');
    const now = document.activeElement;
    // a dialog that this one takes the place of has just given the focus back; a field in this one may have taken it already
    const opener = isNowhere(now) || surface?.contains(now) ? before : now;
    return () => {
      if (isNowhere(document.activeElement) && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [before]);
  return <span ref={mark} hidden />;
}
