import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Rows of a list that are chosen for something done to several at once. */
export interface Selection<T> {
  /** Ids of the chosen rows; some may have left the list since. */
  ids: ReadonlySet<string>;
  /** The chosen rows that are in the list, in its order. */
  items: T[];
  /** Chooses a row or takes it back; with `range` also all between it and the one touched before. */
  toggle: (id: string, range: boolean) => void;
  /** Chooses every row of the list, or none when all are chosen. */
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/** Which rows are chosen for a bulk action. The choice is by id, so that rows may change and move under it. */
export function useSelection<T extends { id: string }>(list: readonly T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const touched = useRef<string | null>(null);
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  }, [list]);
  const items = useMemo(() => list.filter(({ id }) => ids.has(id)), [list, ids]);
  const isAll = list.length > 0 && items.length === list.length;

  const toggle = useCallback((id: string, range: boolean): void => {
    const order = shown.current.map((row) => row.id);
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

  const clear = useCallback(() => setIds(new Set()), []);

  return {
    ids,
    items,
    toggle,
    toggleAll: () => setIds(isAll ? new Set() : new Set(list.map(({ id }) => id))),
    clear,
    isAll,
  };
}
