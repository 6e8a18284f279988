import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range,
  type Rect,
  type Virtualizer,
} from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Size } from '@symbio/sheet/geometry/geometry';
import { isKey, keyOf } from '../../../lib/ui/keys.js';
import { DrawingQueue, Thumbnail } from '../../../viewer/pdf/thumbnails.js';
import { limitsOf, moveBeginning, partAt, type SplitPart } from './cuts.js';

/** CSS pixels of a page with its margins. */
const STEP = 120;
/** Drawn on either side of the view. */
const SPARE_PAGES = 5;
const FAR = 10;
/** Without layout (tests). */
const FIRST_WIDTH = 1200;
/** A drag scrolls this close to an end, by this much a frame; CSS pixels. */
const EDGE = 56;
const SCROLL = 14;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    flexShrink: 0,
    overflowX: 'auto',
    overflowY: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  track: { position: 'relative', height: '212px' },
  band: {
    position: 'absolute',
    top: '6px',
    height: '24px',
    padding: '0 8px 0 14px',
    boxSizing: 'border-box',
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '24px',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRadius: tokens.borderRadiusSmall,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke1}`,
  },
  chosen: {
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 0 0 0 1px ${tokens.colorBrandStroke1}`,
  },
  // visible while the document's first page is not
  bandText: { position: 'sticky', insetInlineStart: '14px' },
  page: {
    position: 'absolute',
    top: '34px',
    width: `${STEP}px`,
    height: '176px',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    '& > span:first-child': { boxShadow: '0 0 0 2px var(--symbio-flag)' },
  },
  cut: {
    position: 'absolute',
    top: '4px',
    zIndex: 1,
    width: '24px',
    height: '204px',
    marginInlineStart: '-12px',
    touchAction: 'none',
    cursor: 'ew-resize',
    borderRadius: tokens.borderRadiusMedium,
    '::before': {
      content: '""',
      position: 'absolute',
      top: '0',
      bottom: '0',
      left: '10px',
      width: '4px',
      borderRadius: '2px',
      backgroundColor: tokens.colorBrandBackground,
    },
    '::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '4px',
      width: '16px',
      height: '24px',
      borderRadius: '4px',
      backgroundColor: tokens.colorBrandBackground,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // dashed: the rules are not sure
  unsure: {
    '::before': {
      backgroundColor: 'transparent',
      backgroundImage: `repeating-linear-gradient(${tokens.colorBrandBackground} 0 8px, transparent 8px 14px)`,
    },
  },
});

export interface FilmstripProps {
  pdf: PDFDocumentProxy;
  firstPage: Size;
  parts: readonly SplitPart[];
  pageCount: number;
  /** Page number. */
  current: number;
  onCurrent: (page: number) => void;
  /** The document at the current page begins or ends to begin there. */
  onToggle: () => void;
  onMove: (index: number, page: number) => void;
  onPreview: (parts: readonly SplitPart[] | undefined) => void;
  onMerge: (index: number) => void;
}

function observeWidth(list: Virtualizer<HTMLElement, Element>, notify: (rect: Rect) => void): (() => void) | undefined {
  const box = list.scrollElement;
  if (!box) return undefined;
  const read = () => notify({ width: box.clientWidth || FIRST_WIDTH, height: box.clientHeight });
  read();
  const sizes = new ResizeObserver(read);
  sizes.observe(box);
  return () => sizes.disconnect();
}

/** Pages in a row, with the beginnings of documents between them. Pages near the view are drawn. */
export function Filmstrip(props: FilmstripProps) {
  const { pdf, firstPage, parts, pageCount, current, onCurrent, onToggle, onMove, onMerge } = props;
  const styles = useStyles();
  const boxRef = useRef<HTMLDivElement>(null);
  const [queue] = useState(() => new DrawingQueue());
  const dragging = useDragging(boxRef, props);
  const strip = useVirtualizer<HTMLElement, Element>({
    horizontal: true,
    count: pageCount,
    overscan: SPARE_PAGES,
    estimateSize: () => STEP,
    getScrollElement: () => boxRef.current,
    initialRect: { width: FIRST_WIDTH, height: 0 },
    observeElementRect: observeWidth,
    // the page in the tab order stays
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), current - 1])].sort((a, b) => a - b),
  });
  const chosen = partAt(parts, current);
  const items = strip.getVirtualItems();
  const scrollTo = strip.scrollToIndex;
  useEffect(() => {
    const { scrollLeft = 0, clientWidth = 0 } = boxRef.current ?? {};
    const start = (current - 1) * STEP;
    if (start < scrollLeft || start + STEP > scrollLeft + clientWidth) scrollTo(current - 1, { align: 'center' });
  }, [current, scrollTo]);

  const focusPage = (page: number) => {
    const next = Math.min(pageCount, Math.max(1, page));
    onCurrent(next);
    requestAnimationFrame(() => boxRef.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus());
  };
  const onPageKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const moves = stepOf(event);
    const key = keyOf(event);
    if (key === 'Home' || key === 'End') focusPage(key === 'Home' ? 1 : pageCount);
    else if (event.altKey && moves) onMove(chosen, (parts[chosen]?.from_page ?? 1) + moves);
    else if (moves) focusPage(current + moves);
    else if (key === ' ' || key === 'Enter') onToggle();
    else if (key === 'Delete' || key === 'Backspace') onMerge(chosen);
    else return;
    event.preventDefault();
  };
  const onCutKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey) return;
    const limits = limitsOf(parts, index);
    const moves = stepOf(event);
    const key = keyOf(event);
    if (!limits) return;
    if (key === 'Home' || key === 'End') onMove(index, key === 'Home' ? limits.first : limits.last);
    else if (moves) onMove(index, (parts[index]?.from_page ?? 1) + moves);
    else if (key === 'Delete' || key === 'Backspace') onMerge(index);
    else return;
    event.preventDefault();
  };

  const [firstShown, lastShown] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  return (
    <div ref={boxRef} className={styles.root} role="group" aria-label="Pages">
      <div className={styles.track} style={{ width: `${pageCount * STEP}px` }}>
        {parts.map((part, index) => {
          const { from_page: from, to_page: to } = part;
          if (to <= firstShown || from - 1 > lastShown) return null;
          return (
            <div
              key={`band ${index}`}
              aria-hidden="true"
              className={mergeClasses(styles.band, index === chosen && styles.chosen)}
              style={{ left: `${(from - 1) * STEP + 2}px`, width: `${(to - from + 1) * STEP - 4}px`, overflow: 'clip' }}
            >
              <span className={styles.bandText}>{`${index + 1}. ${part.title}`}</span>
            </div>
          );
        })}
        {items.map(({ index, key }) => {
          const page = index + 1;
          const at = partAt(parts, page);
          return (
            <button
              key={key}
              type="button"
              data-page={page}
              className={mergeClasses(styles.page, page === current && styles.current)}
              style={{ left: `${index * STEP}px` }}
              aria-label={`Page ${page}, document ${at + 1}: ${parts[at]?.title ?? ''}`}
              aria-current={page === current ? 'page' : undefined}
              tabIndex={page === current ? 0 : -1}
              onClick={() => onCurrent(page)}
              onDoubleClick={onToggle}
              onKeyDown={onPageKey}
            >
              <Thumbnail
                pdf={pdf}
                number={page}
                firstPage={firstPage}
                rotation={0}
                isDrawn
                isKept={false}
                queue={queue}
              />
              <span aria-hidden="true">{page}</span>
            </button>
          );
        })}
        {parts.map((part, index) => {
          const limits = limitsOf(parts, index);
          return (
            limits && (
              <div
                key={`cut ${index}`}
                role="slider"
                tabIndex={index === Math.max(1, chosen) ? 0 : -1}
                aria-label={`First page of document ${index + 1}`}
                aria-orientation="horizontal"
                aria-valuemin={limits.first}
                aria-valuemax={limits.last}
                aria-valuenow={part.from_page}
                aria-valuetext={`Page ${part.from_page}`}
                title="Drag to move where the document begins"
                className={mergeClasses(styles.cut, part.confidence < 0.6 && styles.unsure)}
                style={{ left: `${(part.from_page - 1) * STEP}px` }}
                onKeyDown={(event) => onCutKey(event, index)}
                {...dragging(index)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Pages to go by an arrow or page key; 0 for others. */
function stepOf(event: KeyboardEvent): number {
  const far = event.shiftKey ? FAR : 1;
  switch (keyOf(event)) {
    case 'ArrowRight':
    case 'ArrowDown':
      return far;
    case 'ArrowLeft':
    case 'ArrowUp':
      return -far;
    case 'PageDown':
      return FAR;
    case 'PageUp':
      return -FAR;
    default:
      return 0;
  }
}

interface Drag {
  index: number;
  page: number;
  x: number;
  /** As before the drag. */
  parts: readonly SplitPart[];
  frame: number;
}

/** Handlers of the cuts. A drag near an end of the strip scrolls it; Escape ends a drag without a change. */
function useDragging(boxRef: React.RefObject<HTMLElement | null>, props: FilmstripProps) {
  const { parts, onMove, onPreview, onCurrent } = props;
  const drag = useRef<Drag>(undefined);
  const follow = () => {
    const [box, now] = [boxRef.current, drag.current];
    if (!box || !now) return;
    const { left, right } = box.getBoundingClientRect();
    const over = now.x < left + EDGE ? -SCROLL : now.x > right - EDGE ? SCROLL : 0;
    box.scrollLeft += over;
    const page = Math.round((now.x - left + box.scrollLeft) / STEP) + 1;
    if (page !== now.page) {
      now.page = page;
      onPreview(moveBeginning(now.parts, now.index, page));
    }
    now.frame = requestAnimationFrame(follow);
  };
  const end = (): Drag | undefined => {
    const ended = drag.current;
    if (ended) cancelAnimationFrame(ended.frame);
    drag.current = undefined;
    onPreview(undefined);
    return ended;
  };
  useEffect(() => {
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (!isKey(event, 'Escape') || !drag.current) return;
      cancelAnimationFrame(drag.current.frame);
      drag.current = undefined;
      onPreview(undefined);
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [onPreview]);

  return (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const page = parts[index]?.from_page ?? 1;
      drag.current = { ...{ index, page, parts, x: event.clientX }, frame: requestAnimationFrame(follow) };
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current) drag.current.x = event.clientX;
    },
    onPointerUp: () => {
      const ended = end();
      if (!ended || ended.page === ended.parts[ended.index]?.from_page) return;
      onMove(ended.index, ended.page);
      onCurrent(ended.page);
    },
    onPointerCancel: () => void end(),
  });
}
