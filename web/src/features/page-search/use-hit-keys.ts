import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { keyOf } from '../../lib/ui/keys.js';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

export function useHitKeys(): { ref: RefObject<HTMLDivElement | null>; onKeyDown: (event: KeyboardEvent) => void } {
  const ref = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[keyOf(event)];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const box = ref.current?.querySelector('input');
    const stops = [...(box ? [box] : []), ...(ref.current?.querySelectorAll<HTMLElement>('[data-search-hit]') ?? [])];
    const at = stops.findIndex((stop) => stop === event.target);
    const next = at < 0 ? undefined : stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return { ref, onKeyDown };
}
