import { useRef } from 'react';
import { uuidV7 } from './uuid.js';

/**
 * Ids for what a form creates. The same values keep their id, so a second click, or a second try after an answer that was
 * lost, makes one thing; other values are another thing, which the server would not make under an id it knows.
 */
export function useCreationId(): (values: object) => string {
  const last = useRef({ values: '', id: '' });
  return (values) => {
    const said = JSON.stringify(values);
    if (said !== last.current.values) last.current = { values: said, id: uuidV7() };
    return last.current.id;
  };
}
