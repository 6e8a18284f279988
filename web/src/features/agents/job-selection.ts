import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Job } from './job-records.js';

export interface JobSelection {
  /** Ids of the chosen jobs; some may have left the list since. */
  ids: ReadonlySet<string>;
  /** The chosen jobs that are in the list, in its order. */
  jobs: Job[];
  /** Chooses a job or takes it back; with `range` also all between it and the one touched before. */
  toggle: (id: string, range: boolean) => void;
  /** Chooses every job of the list, or none when all are chosen. */
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/** Which jobs are chosen for a bulk action. The choice is by id, so that rows may change and move under it. */
export function useJobSelection(list: readonly Job[]): JobSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const touched = useRef<string | null>(null);
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  }, [list]);
  const jobs = useMemo(() => list.filter(({ id }) => ids.has(id)), [list, ids]);
  const isAll = list.length > 0 && jobs.length === list.length;

  const toggle = useCallback((id: string, range: boolean): void => {
    const order = shown.current.map((job) => job.id);
    const from = touched.current === null ? -1 : order.indexOf(touched.current);
    const to = order.indexOf(id);
    touched.current = id;
    setIds((before) => {
      const next = new Set(before);
      const isOn = !before.has(id);
      const between = range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      for (const each of between) {
        if (isOn) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);

  return {
    ids,
    jobs,
    toggle,
    toggleAll: () => setIds(isAll ? new Set() : new Set(list.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    isAll,
  };
}
