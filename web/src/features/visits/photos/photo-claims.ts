/** All windows of a browser see the photographs that it keeps: one of them sends each, and another goes on when that one ends. */

const held = new Map<string, () => void>();
let session = new AbortController();

const nameOf = (id: string): string => `symbio-photograph-${id}`;

/**
 * Makes this the window that sends a photograph, until it lets go of it or ends. Without locks, which browsers have only where the
 * address is a safe one, every window sends: under one id that is one photograph.
 *
 * @param waits for a window that sends it now; else the answer is false at once
 */
export function claimPhoto(id: string, { waits = false } = {}): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  const options = waits ? { signal: session.signal } : { ifAvailable: true };
  return new Promise((resolve) => {
    navigator.locks
      .request(nameOf(id), options, (lock) => {
        resolve(lock !== null);
        return lock && new Promise<void>((letGo) => held.set(id, letGo));
      })
      // called off: whoever chose it has signed out
      .catch(() => resolve(false));
  });
}

/** Lets go of a photograph: it has arrived, or is not wanted any more. */
export function unclaimPhoto(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

/** Waits for none any more. */
export function stopWaitingForPhotos(): void {
  session.abort();
  session = new AbortController();
}
