import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Rect,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefCallback, RefObject } from 'react';

/** Longer lists are virtualised, which disables the browser's own search in them. */
export const MAX_UNVIRTUALIZED = 100;
/** On either side, for the Tab key. */
const SPARE_ROWS = 8;
/** CSS pixels before layout. */
const FIRST_HEIGHT = 800;

/** Row by index, or the height of omitted rows in CSS pixels. */
export type ListPart = { index: number } | { gap: number; key: string };

export interface LongList {
  /** Contiguous, from first to last row. */
  parts: readonly ListPart[];
  /** Ref of each rendered row, which needs `data-index`; absent if all are rendered. */
  measure: RefCallback<Element> | undefined;
  isLong: boolean;
}

export interface BoxList extends LongList {
  /** By the least amount, within the box only. */
  scrollTo: (index: number) => void;
}

export interface LongListOptions {
  /** In order; a stable array while unchanged. */
  keys: readonly string[];
  /** Estimate in CSS pixels. */
  rowHeight: number;
  /** Always rendered, such as the row in the tab order. */
  kept?: number;
  /** Sticky header, CSS pixels. */
  covered?: number;
}

type AnyVirtualizer = Pick<
  Virtualizer<Window | HTMLElement, Element>,
  'indexFromElement' | 'itemSizeCache' | 'elementsCache' | 'getVirtualItems' | 'getTotalSize' | 'measureElement'
> & { options: { getItemKey: (index: number) => unknown; estimateSize: (index: number) => number } };

/** CSS pixels, to restore scroll positions. */
const knownHeights = new Map<string, number>();
const MAX_KNOWN = 20_000;

/** From this number on their mean replaces the estimate. */
const FIRST_MEASURED = 20;

/** The estimate without layout (tests). */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, list: AnyVirtualizer): number {
  const index = list.indexFromElement(row);
  const key = String(list.options.getItemKey(index));
  const height =
    entry?.borderBoxSize[0]?.blockSize ?? list.itemSizeCache.get(key) ?? row.getBoundingClientRect().height;
  if (height === 0) return list.options.estimateSize(index);
  if (knownHeights.size >= MAX_KNOWN) knownHeights.clear();
  knownHeights.set(key, height);
  return height;
}

/** Then all rows are rendered. */
function usePrinting(): boolean {
  const isPrinting = useRef(false);
  const subscribe = useCallback((notify: () => void) => {
    const turn = (value: boolean) => () => {
      isPrinting.current = value;
      notify();
    };
    const [begin, end] = [turn(true), turn(false)];
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => isPrinting.current);
}

/** Shared by both list kinds. */
function useParts({ keys, rowHeight, kept = -1, covered = 0 }: LongListOptions) {
  const isPrinting = usePrinting();
  const isLong = keys.length > MAX_UNVIRTUALIZED && !isPrinting;
  const current = useRef<AnyVirtualizer>(null);
  const measured = useRef({ rows: 0, height: 0 });
  const guess = measured.current.rows === FIRST_MEASURED ? measured.current.height / FIRST_MEASURED : rowHeight;

  /** Or -1. */
  const focused = (): number => {
    for (const [key, row] of current.current?.elementsCache ?? [])
      if (row.contains(document.activeElement)) return keys.indexOf(String(key));
    return -1;
  };
  const options = {
    count: keys.length,
    enabled: isLong,
    overscan: SPARE_ROWS,
    scrollPaddingStart: covered,
    // shows part of the next row as a hint
    scrollPaddingEnd: rowHeight,
    getItemKey: useCallback((index: number) => keys[index] ?? String(index), [keys]),
    estimateSize: (index: number) => knownHeights.get(keys[index] ?? '') ?? guess,
    measureElement: (row: Element, entry: ResizeObserverEntry | undefined, list: AnyVirtualizer) => {
      const height = heightOf(row, entry, list);
      const seen = measured.current;
      if (seen.rows < FIRST_MEASURED) measured.current = { rows: seen.rows + 1, height: seen.height + height };
      return height;
    },
    rangeExtractor: (range: Range) => {
      const inView = defaultRangeExtractor(range);
      const focus = focused();
      // with neighbours as Tab targets
      const others = focus === -1 ? [kept] : [kept, focus - 1, focus, focus + 1];
      const drawn = new Set([...inView, ...others.filter((index) => index >= 0 && index < keys.length)]);
      return drawn.size === inView.length ? inView : [...drawn].sort((a, b) => a - b);
    },
  };

  const answer = (list: AnyVirtualizer, margin: number): LongList => {
    current.current = list;
    if (!isLong) return { parts: keys.map((_key, index) => ({ index })), measure: undefined, isLong };
    const parts: ListPart[] = [];
    let end = 0;
    for (const { index, start, size } of list.getVirtualItems()) {
      if (start - margin > end) parts.push({ gap: start - margin - end, key: `gap ${parts.length}` });
      parts.push({ index });
      end = start - margin + size;
    }
    const rest = list.getTotalSize() - end;
    if (rest > 0) parts.push({ gap: rest, key: 'last gap' });
    return { parts, measure: list.measureElement, isLong };
  };
  return { options, answer, isLong };
}

/** CSS pixels in the scroll container; tracks changes above it. */
function useMargin(isLong: boolean, read: () => number, around: () => Element | null): number {
  const [margin, setMargin] = useState(0);
  const readers = useRef({ read, around });
  useLayoutEffect(() => {
    readers.current = { read, around };
  });
  useLayoutEffect(() => {
    const element = readers.current.around();
    if (!isLong || !element) return;
    const measure = () => setMargin(readers.current.read());
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [isLong]);
  return margin;
}

/** Browser's scroll anchoring conflicts with the library's. */
function useOneAnchor(ref: RefObject<HTMLElement | null>, isLong: boolean): void {
  useLayoutEffect(() => {
    if (ref.current && isLong) ref.current.style.overflowAnchor = 'none';
  }, [ref, isLong]);
}

/** Scrolls with the page: renders rows near the window and the focused one. Printing renders all rows. */
export function usePageList(listRef: RefObject<HTMLElement | null>, options: LongListOptions): LongList {
  const parts = useParts(options);
  const topOf = () => (listRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
  const margin = useMargin(parts.isLong, topOf, () => document.body);
  useOneAnchor(listRef, parts.isLong);
  const list = useWindowVirtualizer<Element>({ ...parts.options, scrollMargin: margin });
  return parts.answer(list, margin);
}

/** With a fallback without layout. */
function observeHeight(
  list: Virtualizer<HTMLElement, Element>,
  notify: (rect: Rect) => void,
): (() => void) | undefined {
  const box = list.scrollElement;
  if (!box) return undefined;
  const read = () => notify({ width: box.clientWidth, height: box.clientHeight || FIRST_HEIGHT });
  read();
  const sizes = new ResizeObserver(read);
  sizes.observe(box);
  return () => sizes.disconnect();
}

/**
 * In a scrolling box; see {@link usePageList}.
 * @param boxRef scroll container of limited height
 */
export function useBoxList(
  boxRef: RefObject<HTMLElement | null>,
  listRef: RefObject<HTMLElement | null>,
  options: LongListOptions,
): BoxList {
  const parts = useParts(options);
  const topOf = () => {
    const [box, list] = [boxRef.current, listRef.current];
    if (!box || !list || box === list) return 0;
    return list.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  };
  const margin = useMargin(parts.isLong, topOf, () => boxRef.current);
  useOneAnchor(boxRef, parts.isLong);
  const list = useVirtualizer<HTMLElement, Element>({
    ...parts.options,
    scrollMargin: margin,
    getScrollElement: () => boxRef.current,
    initialRect: { width: 0, height: FIRST_HEIGHT },
    observeElementRect: observeHeight,
  });
  const { covered = 0 } = options;
  const scrollTo = (index: number): void => {
    const box = boxRef.current;
    // renders the rows before paint: the browser's scroll event comes one frame later
    if (parts.isLong) queueMicrotask(() => box?.dispatchEvent(new Event('scroll')));
    const row = listRef.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
    // a rendered row may be visible: the library has no positions above the first row until measured
    if (!row && parts.isLong) list.scrollToIndex(index);
    if (!box || !row) return;
    const top = box.getBoundingClientRect().top + covered;
    const bottom = box.getBoundingClientRect().top + box.clientHeight;
    if (row.top < top) box.scrollTop -= top - row.top;
    else if (row.bottom > bottom) box.scrollTop += Math.min(row.bottom - bottom, row.top - top);
  };
  return { ...parts.answer(list, margin), scrollTo };
}

/** Omitted table rows. */
export function RowGap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px`, padding: 0, border: 0 }} />
    </tr>
  );
}

export function ItemGap({ height }: { height: number }) {
  return (
    <li aria-hidden="true" style={{ height: `${height}px`, flexShrink: 0, listStyle: 'none', margin: 0, padding: 0 }} />
  );
}
