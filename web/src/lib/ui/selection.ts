import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Selection<T> {
  /** Some may no longer be in the list. */
  ids: ReadonlySet<string>;
  items: T[];
  /** `range` also selects all rows since the last one touched. */
  toggle: (id: string, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/** By id: rows may change and move. */
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
