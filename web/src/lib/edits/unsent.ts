/** Ids of changes that wait for the network; written by the outbox, which loads later than the menu that shows them. */
let ids: readonly string[] = [];
const listeners = new Set<() => void>();

export const unsentIds = (): readonly string[] => ids;

export function setUnsentIds(next: readonly string[]): void {
  ids = next;
  for (const listener of listeners) listener();
}

export function subscribeToUnsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
