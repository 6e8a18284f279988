import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Size } from '@symbio/sheet/geometry/geometry';
import { keyOf } from '../../lib/ui/keys.js';

const WIDTH = 104;
const AROUND = 30;
/** Pages this close to the current one keep their parsed content, which the main view needs at every zoom. */
const NEAR_PAGES = 6;
const NARROW = '@media (max-width: 800px)';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    width: '156px',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    margin: 0,
    padding: `${tokens.spacingVerticalS} 0`,
    listStyleType: 'none',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: {
      position: 'absolute',
      inset: '0 auto 0 0',
      zIndex: 2,
      width: 'min(72vw, 280px)',
      boxShadow: tokens.shadow28,
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      alignContent: 'start',
    },
  },
  // of thousands of pages only those near the view are laid out and painted
  place: {
    display: 'flex',
    justifyContent: 'center',
    padding: `${tokens.spacingVerticalXXS} 0`,
    contentVisibility: 'auto',
    containIntrinsicWidth: 'auto 112px',
  },
  button: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalXXS,
    padding: tokens.spacingHorizontalXS,
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    '& > span:first-child': { boxShadow: '0 0 0 2px var(--symbio-flag)' },
  },
  paper: {
    display: 'block',
    overflow: 'hidden',
    backgroundColor: '#ffffff',
    boxShadow: `0 0 0 1px ${tokens.colorNeutralStroke2}`,
    '& canvas': { display: 'block', width: '100%', height: '100%' },
  },
});

interface PdfThumbnailsProps {
  pdf: PDFDocumentProxy;
  /** Size of the first page; estimate for all others. */
  firstPage: Size;
  current: number;
  /** clockwise */
  rotation: number;
  /** must be stable between renders */
  onSelect: (page: number) => void;
}

/** Thumbnails of all pages; visible ones are drawn one at a time and released when they leave the view. */
export function PdfThumbnails({ pdf, firstPage, current, rotation, onSelect }: PdfThumbnailsProps) {
  const styles = useStyles();
  const listRef = useRef<HTMLUListElement>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const [queue] = useState(() => new DrawingQueue());
  const { numPages } = pdf;

  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset.thumbnail);
            if (isIntersecting) after.add(number);
            else after.delete(number);
          }
          return after;
        }),
      { root: list, rootMargin: '50% 0px' },
    );
    for (const place of list.children) observer.observe(place);
    return () => observer.disconnect();
  }, [numPages]);

  useEffect(() => {
    listRef.current?.children[current - 1]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  // one tab stop; arrow keys move between pages
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-thumbnail]');
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const number = Number(focused?.dataset.thumbnail);
    const next =
      keyOf(event) === 'Home'
        ? 1
        : keyOf(event) === 'End'
          ? numPages
          : steps[keyOf(event)]
            ? number + (steps[keyOf(event)] ?? 0)
            : 0;
    if (next < 1 || next > numPages) return;
    event.preventDefault();
    event.stopPropagation();
    listRef.current?.querySelector<HTMLElement>(`[data-thumbnail="${next}"] > button`)?.focus();
  };

  return (
    <ul ref={listRef} className={styles.root} aria-label="Page thumbnails" onKeyDown={onKeyDown}>
      {Array.from({ length: numPages }, (_, index) => (
        <Place
          key={index}
          pdf={pdf}
          number={index + 1}
          firstPage={firstPage}
          rotation={rotation}
          isCurrent={index + 1 === current}
          isDrawn={near.has(index + 1)}
          isKept={Math.abs(index + 1 - current) <= NEAR_PAGES}
          queue={queue}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

interface PlaceProps extends ThumbnailProps {
  isCurrent: boolean;
  onSelect: (page: number) => void;
}

/** Memoised: of a thousand pages only changed ones render. */
const Place = memo(function Place({ isCurrent, onSelect, ...thumbnail }: PlaceProps) {
  const styles = useStyles();
  const { number, firstPage, rotation } = thumbnail;
  const { height } = paperSize(firstPage, rotation);
  return (
    <li
      className={styles.place}
      data-thumbnail={number}
      style={{ containIntrinsicHeight: `auto ${AROUND + height}px` }}
    >
      <button
        type="button"
        className={mergeClasses(styles.button, isCurrent && styles.current)}
        aria-label={`Page ${number}`}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onSelect(number)}
      >
        <Thumbnail {...thumbnail} />
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  );
});

interface ThumbnailProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Estimate until the page is drawn. */
  firstPage: Size;
  /** CSS pixels. */
  width?: number;
  rotation: number;
  isDrawn: boolean;
  isKept: boolean;
  queue: DrawingQueue;
}

/** Picture of a page, drawn in its turn and released when it leaves the view. */
export function Thumbnail({ pdf, number, firstPage, width = WIDTH, rotation, isDrawn, isKept, queue }: ThumbnailProps) {
  const styles = useStyles();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState(() => paperSize(firstPage, rotation, width));
  const keptRef = useRef(isKept);
  useEffect(() => {
    keptRef.current = isKept;
  }, [isKept]);

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!isDrawn || !canvas) return;
    let task: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (signal.aborted) return;
      const turn = (page.rotate + rotation) % 360;
      const natural = page.getViewport({ scale: 1, rotation: turn });
      const paper = paperSize(natural, 0, width);
      setSize(paper);
      const viewport = page.getViewport({
        scale: (paper.width * window.devicePixelRatio) / natural.width,
        rotation: turn,
      });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      task = page.render({ canvas, viewport });
      await task.promise;
      if (!keptRef.current) page.cleanup();
    };
    const aborting = new AbortController();
    const { signal } = aborting;
    queue.add(draw, signal, (error) => console.error(`The thumbnail of page ${number} could not be drawn`, error));
    return () => {
      aborting.abort();
      task?.cancel();
      canvas.width = 0;
    };
  }, [isDrawn, number, pdf, queue, rotation, width]);

  const shown = isDrawn ? size : paperSize(firstPage, rotation, width);
  return (
    <span className={styles.paper} style={{ width: `${shown.width}px`, height: `${shown.height}px` }}>
      {isDrawn && <canvas ref={canvasRef} aria-hidden="true" />}
    </span>
  );
}

/** Landscape and portrait pages have the same width. */
function paperSize(page: Size, rotation: number, width = WIDTH): Size {
  const [across, down] = rotation % 180 === 0 ? [page.width, page.height] : [page.height, page.width];
  const most = width * 1.6;
  return { width, height: Math.min(most, Math.max(width / 4, (width * down) / Math.max(1, across))) };
}

/** Draws one page at a time. */
export class DrawingQueue {
  private last: Promise<void> = Promise.resolve();

  add(draw: () => Promise<void>, signal: AbortSignal, onError: (error: unknown) => void): void {
    this.last = this.last.then(async () => {
      if (signal.aborted) return;
      try {
        await draw();
      } catch (error) {
        // cancelled because the page left the view: not a failure
        if (!signal.aborted) onError(error);
      }
    });
  }
}
