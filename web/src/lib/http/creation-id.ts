import { useRef } from 'react';
import { uuidV7 } from './uuid.js';

/**
 * Ids for creation forms. The same values keep their id, so that a double click or a retry after a lost response
 * creates one item; changed values get a new id.
 */
export function useCreationId(): (values: object) => string {
  const last = useRef({ values: '', id: '' });
  return (values) => {
    const said = JSON.stringify(values);
    if (said !== last.current.values) last.current = { values: said, id: uuidV7() };
    return last.current.id;
  };
}
