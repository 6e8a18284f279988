import { useEffect, useSyncExternalStore } from 'react';

/** Forms on screen with changes that are not saved. */
const forms = new Set<object>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a form has changes that are not saved, for as long as it is mounted and `when` is true. */
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

/** Whether a form on screen has changes that are not saved. */
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => forms.size > 0);
