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

/** Lists of up to so many rows are drawn whole: the browser's own search finds everything in them. */
export const DRAWN_WHOLE = 100;
/** Rows that are drawn beyond those in view, on either side: the Tab key finds the next one. */
const SPARE_ROWS = 8;
/** Height of a box that is not laid out yet, in CSS pixels. */
const FIRST_HEIGHT = 800;

/** What stands in a long list: a row by its index, or the room of rows that are not drawn, in CSS pixels. */
export type ListPart = { index: number } | { gap: number; key: string };

export interface LongList {
  /** From the first row to the last, without holes. */
  parts: readonly ListPart[];
  /** Reference of each row that is drawn, which carries its index as `data-index`; absent where all are drawn. */
  measure: RefCallback<Element> | undefined;
  /** Whether rows are left out. */
  isLong: boolean;
}

export interface BoxList extends LongList {
  /** Brings a row into view, by no more than is needed and without moving anything but the box. */
  scrollTo: (index: number) => void;
}

export interface LongListOptions {
  /** Ids of the rows in their order; the same array as long as they are the same. */
  keys: readonly string[];
  /** Height of a row that was not drawn yet, in CSS pixels. */
  rowHeight: number;
  /** A row that is drawn wherever the list is: the one in the tab order, for example. */
  kept?: number;
  /** Height of what sticks to the top over the rows, in CSS pixels. */
  covered?: number;
}

type AnyVirtualizer = Pick<
  Virtualizer<Window | HTMLElement, Element>,
  'indexFromElement' | 'itemSizeCache' | 'elementsCache' | 'getVirtualItems' | 'getTotalSize' | 'measureElement'
> & { options: { getItemKey: (index: number) => unknown; estimateSize: (index: number) => number } };

/** Heights of rows that were drawn once, in CSS pixels: whoever comes back to a list finds their place in it. */
const knownHeights = new Map<string, number>();
/** So many are remembered. */
const MOST_KNOWN = 20_000;

/** Rows after which the mean of their heights stands for those that were not drawn yet. */
const FIRST_MEASURED = 20;

/** Height of a row; without a layout (tests) the one that was guessed. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, list: AnyVirtualizer): number {
  const index = list.indexFromElement(row);
  const key = String(list.options.getItemKey(index));
  const height =
    entry?.borderBoxSize[0]?.blockSize ?? list.itemSizeCache.get(key) ?? row.getBoundingClientRect().height;
  if (height === 0) return list.options.estimateSize(index);
  if (knownHeights.size >= MOST_KNOWN) knownHeights.clear();
  knownHeights.set(key, height);
  return height;
}

/** Whether the page is being printed: on paper nobody scrolls. */
function usePrinting(): boolean {
  const isPrinting = useRef(false);
  const subscribe = useCallback((tell: () => void) => {
    const turn = (value: boolean) => () => {
      isPrinting.current = value;
      tell();
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

/** What both kinds of lists ask of the library, and what they make of its answer. */
function useParts({ keys, rowHeight, kept = -1, covered = 0 }: LongListOptions) {
  const isPrinting = usePrinting();
  const isLong = keys.length > DRAWN_WHOLE && !isPrinting;
  const current = useRef<AnyVirtualizer>(null);
  const measured = useRef({ rows: 0, height: 0 });
  const guess = measured.current.rows === FIRST_MEASURED ? measured.current.height / FIRST_MEASURED : rowHeight;

  /** The row that has the focus; -1 where none has. */
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
    // the one after it is seen as well: there is more
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
      // with its neighbours, to which the Tab key leads
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

/** How far the first row is from the beginning of what scrolls, in CSS pixels; it follows what comes and goes above it. */
function useMargin(isLong: boolean, look: () => number, around: () => Element | null): number {
  const [margin, setMargin] = useState(0);
  const looks = useRef({ look, around });
  useLayoutEffect(() => {
    looks.current = { look, around };
  });
  useLayoutEffect(() => {
    const element = looks.current.around();
    if (!isLong || !element) return;
    const measure = () => setMargin(looks.current.look());
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [isLong]);
  return margin;
}

/** The rows are kept in their places by the library, and not by the browser as well. */
function useOneAnchor(ref: RefObject<HTMLElement | null>, isLong: boolean): void {
  useLayoutEffect(() => {
    if (ref.current && isLong) ref.current.style.overflowAnchor = 'none';
  }, [ref, isLong]);
}

/**
 * The rows of a list that scrolls with the page: of thousands only those near the window are drawn, with the one that has the
 * focus. Heights are measured as rows are drawn. Printed lists have all their rows.
 *
 * @param listRef the element whose top is that of the first row
 */
export function usePageList(listRef: RefObject<HTMLElement | null>, options: LongListOptions): LongList {
  const parts = useParts(options);
  const topOf = () => (listRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
  const margin = useMargin(parts.isLong, topOf, () => document.body);
  useOneAnchor(listRef, parts.isLong);
  const list = useWindowVirtualizer<Element>({ ...parts.options, scrollMargin: margin });
  return parts.answer(list, margin);
}

/** The height of a box, or a guess while it has none. */
function observeHeight(list: Virtualizer<HTMLElement, Element>, tell: (rect: Rect) => void): (() => void) | undefined {
  const box = list.scrollElement;
  if (!box) return undefined;
  const look = () => tell({ width: box.clientWidth, height: box.clientHeight || FIRST_HEIGHT });
  look();
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  return () => sizes.disconnect();
}

/**
 * The rows of a list that scrolls in a box of its own: see {@link usePageList}.
 *
 * @param boxRef what scrolls; its height is bounded
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
    // the rows there are drawn before the box is painted: the browser tells of the scrolling a frame later
    if (parts.isLong) queueMicrotask(() => box?.dispatchEvent(new Event('scroll')));
    const row = listRef.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
    // one that is drawn may be in view: the library knows of no rows above the first one until it has measured them
    if (!row && parts.isLong) list.scrollToIndex(index);
    if (!box || !row) return;
    const top = box.getBoundingClientRect().top + covered;
    const bottom = box.getBoundingClientRect().top + box.clientHeight;
    if (row.top < top) box.scrollTop -= top - row.top;
    else if (row.bottom > bottom) box.scrollTop += Math.min(row.bottom - bottom, row.top - top);
  };
  return { ...parts.answer(list, margin), scrollTo };
}

/** The room of rows of a table that are not drawn. */
export function RowGap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px`, padding: 0, border: 0 }} />
    </tr>
  );
}

/** The same of the items of a list. */
export function ItemGap({ height }: { height: number }) {
  return (
    <li aria-hidden="true" style={{ height: `${height}px`, flexShrink: 0, listStyle: 'none', margin: 0, padding: 0 }} />
  );
}
