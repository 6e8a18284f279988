import { useCallback, useMemo, useState } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';

const NONE: readonly ShownAnnotation[] = [];
const NO_KEYS: readonly string[] = [];

/** Reset on page change. */
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
    selectedKey,
    selected,
    several,
    select,
    selectSeveral,
    deselect,
    namingKey,
    setNamingKey,
  };
}
