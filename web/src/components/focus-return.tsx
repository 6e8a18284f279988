import { useEffect, useRef, useState } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';

const isDetached = (element: Element | null): boolean => element === null || element === document.body;

/** By dialog surface. */
const openers = new WeakMap<Element, Element>();

/** Outlives a menu: for a menu item, the menu's button. */
function lasting(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return button ? lasting(button) : element;
}

/** And the one before the surrounding dialog, which may close when this one opens. */
function focused(): Element[] {
  const element = lasting(document.activeElement);
  const dialog = element?.closest(DIALOG);
  const opener = dialog && openers.get(dialog);
  return [element, opener].filter((each): each is Element => each instanceof Element && !isDetached(each));
}

/** Otherwise keys and screen readers would restart at the top of the page. Place inside the dialog surface. */
export function FocusReturn() {
  const [before] = useState(focused);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const surface = mark.current?.closest(DIALOG);
    const opener = before.at(-1);
    if (surface && opener) openers.set(surface, opener);
    return () => {
      const there = before.find((element) => element.isConnected);
      if (isDetached(document.activeElement) && there instanceof HTMLElement) there.focus();
    };
  }, [before]);
  return <span ref={mark} hidden />;
}
