import { useRef } from 'react';
import { uuidV7 } from './uuid.js';

/** The same values keep their id, so a double click or a retry after a lost response creates one item. */
export function useCreationId(): (values: object) => string {
  const last = useRef({ values: '', id: '' });
  return (values) => {
    const said = JSON.stringify(values);
    if (said !== last.current.values) last.current = { values: said, id: uuidV7() };
    return last.current.id;
  };
}

/** Likewise for several items that one form creates. */
export function useCreationIds(): (values: object) => string {
  const ids = useRef(new Map<string, string>());
  return (values) => {
    const said = JSON.stringify(values);
    const id = ids.current.get(said) ?? uuidV7();
    ids.current.set(said, id);
    return id;
  };
}
