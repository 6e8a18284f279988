/** Whose copy this device keeps; there is at most one. */
const KEY = 'symbio.offline-person';

export function offlinePerson(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined; // no storage: no copy
  }
}

export function setOfflinePerson(subject: string | undefined): void {
  try {
    if (subject === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, subject);
  } catch {
    // no storage: no copy
  }
}
