import { useEffect, useSyncExternalStore } from 'react';

const forms = new Set<object>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While mounted and `when` is true. */
export function useUnsaved(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const form = {};
    forms.add(form);
    changed();
    return () => {
      forms.delete(form);
      changed();
    };
  }, [when]);
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => forms.size > 0);
