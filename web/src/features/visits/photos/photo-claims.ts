/** One window sends each photograph, and another takes over when that one closes. */

const held = new Map<string, () => void>();
let session = new AbortController();

const nameOf = (id: string): string => `symbio-photograph-${id}`;

/**
 * Until released or closed. Without Web Locks, which need HTTPS, every window sends; the shared id makes that
 * idempotent.
 * @param waits waits for the window that holds it; otherwise returns false at once
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
      // aborted by sign-out
      .catch(() => resolve(false));
  });
}

/** After upload or cancellation. */
export function unclaimPhoto(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

export function releasePhotoClaims(): void {
  session.abort();
  session = new AbortController();
}
