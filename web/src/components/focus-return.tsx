import { useEffect, useRef, useState } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/** What had the focus before each dialog, by the surface of the dialog. */
const openers = new WeakMap<Element, Element>();

/** What is there after a menu has closed: for an entry of it the button that opened it. */
function lasting(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button ? lasting(button) : element;
}

/** What has the focus, and what had it before the dialog that this is in, if it is in one: that may go as this one comes. */
function focused(): Element[] {
  const element = lasting(document.activeElement);
  const dialog = element?.closest(DIALOG);
  const opener = dialog && openers.get(dialog);
  return [element, opener].filter((each): each is Element => each instanceof Element && !isNowhere(each));
}

/**
 * Gives the focus back to what had it before a dialog, once the dialog is gone: keys and screen readers would begin at the top
 * of the page again. Stands inside the surface of the dialog.
 */
export function FocusReturn() {
  const [before] = useState(focused);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const surface = mark.current?.closest(DIALOG);
    const opener = before.at(-1);
    if (surface && opener) openers.set(surface, opener);
    return () => {
      const there = before.find((element) => element.isConnected);
      if (isNowhere(document.activeElement) && there instanceof HTMLElement) there.focus();
    };
  }, [before]);
  return <span ref={mark} hidden />;
}
