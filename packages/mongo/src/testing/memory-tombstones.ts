import type { Tombstones } from '../tombstones.js';

interface Known {
  /** Absent: permanent deletion. */
  rev?: number | undefined;
  withdrawn: boolean;
}

/** In-memory tombstones for tests without servers. */
export function memoryTombstones(): Tombstones {
  const known = new Map<string, Known>();
  const note = (id: string, rev: number, withdrawn: boolean): void => {
    const before = known.get(id);
    if (!before || (before.rev !== undefined && before.rev < rev)) known.set(id, { rev, withdrawn });
  };
  return {
    record: (id, rev) =>
      Promise.resolve(rev === undefined ? void known.set(id, { withdrawn: false }) : note(id, rev, false)),
    withdraw: (id, rev) => Promise.resolve(note(id, rev, true)),
    any: (...ids) => Promise.resolve(ids.some((id) => known.get(id)?.withdrawn === false)),
  };
}
