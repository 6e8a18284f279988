import { useCallback, useMemo, useState } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';

const NONE: readonly ShownAnnotation[] = [];
const NO_KEYS: readonly string[] = [];

/** Which annotations of a page are selected, and which one of them is being named. Another page has no selection. */
export function useSheetSelection(pageId: string, annotations: readonly ShownAnnotation[]) {
  const [selection, setSelection] = useState<{ pageId: string; keys: readonly string[] } | null>(null);
  const [namingKey, setNamingKey] = useState<string | null>(null);
  const selectedKeys = selection?.pageId === pageId ? selection.keys : NO_KEYS;
  const selectedKey = selectedKeys.length === 1 ? (selectedKeys[0] ?? null) : null;
  const selected = annotations.find(({ key }) => key === selectedKey) ?? null;
  const several = useMemo(
    () => (selectedKeys.length > 1 ? annotations.filter(({ key }) => selectedKeys.includes(key)) : NONE),
    [annotations, selectedKeys],
  );
  const selectSeveral = useCallback(
    (keys: readonly string[]) => {
      setSelection(keys.length === 0 ? null : { pageId, keys });
      setNamingKey(null);
    },
    [pageId],
  );
  const select = useCallback((key: string | null) => selectSeveral(key === null ? [] : [key]), [selectSeveral]);
  const deselect = useCallback(() => setSelection(null), []);
  return {
    selectedKeys,
    /** The key of the selected one, where it is the only one. */
    selectedKey,
    /** The selected one, where it is the only one and known. */
    selected,
    /** The selected ones, where they are several; empty otherwise. */
    several,
    select,
    selectSeveral,
    deselect,
    namingKey,
    setNamingKey,
  };
}
