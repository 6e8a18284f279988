import { makeStyles, Spinner, tokens, Toolbar, ToolbarButton, Tooltip } from '@fluentui/react-components';
import { ArrowAutofitWidthRegular, ZoomInRegular, ZoomOutRegular } from '@fluentui/react-icons';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../components/error-state.js';
import { clamp } from './sheet-geometry.js';
import type { Size } from './sheet-geometry.js';

/** Widest page before a person zooms, in CSS pixels: lines longer than this are tiring to read. */
const COMFORTABLE_WIDTH = 1000;
const ZOOM_STEP = 1.25;
const ZOOM_RANGE = { minimum: 0.25, maximum: 5 };
/** Largest canvas in device pixels; a page zoomed beyond it is drawn coarser instead of failing. */
const MOST_CANVAS_PIXELS = 24_000_000;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  bar: {
    flexShrink: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  readout: {
    minWidth: '3.5em',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
  position: { marginInlineStart: 'auto', color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground5,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  page: {
    position: 'relative',
    flexShrink: 0,
    marginInline: 'auto',
    backgroundColor: '#ffffff',
    boxShadow: tokens.shadow8,
  },
  canvas: { display: 'block', width: '100%', height: '100%' },
  // the rules that the library's text layer counts on; its own style sheet styles a whole application
  text: {
    position: 'absolute',
    inset: 0,
    overflow: 'clip',
    lineHeight: 1,
    transformOrigin: '0 0',
    textAlign: 'initial',
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '& :is(span, br)': {
      position: 'absolute',
      color: 'transparent',
      whiteSpace: 'pre',
      cursor: 'text',
      transformOrigin: '0% 0%',
    },
    '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
      '--font-height': '0',
      fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
      '--scale-x': '1',
      '--rotate': '0deg',
      transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
    },
    '& .markedContent': { display: 'contents' },
    '& span::selection': { backgroundColor: tokens.colorBrandBackground2Pressed },
  },
  loading: { margin: 'auto' },
});

type Loaded =
  { kind: 'loading' } | { kind: 'failed'; reason: string } | { kind: 'ready'; pdf: PDFDocumentProxy; firstPage: Size };

interface PdfViewerProps {
  /** Signed address of the file; a renewed address of the same file is ignored once it is open. */
  address: string;
  /** Name of the document, for people who don't see it. */
  title: string;
}

/** A PDF in continuous scroll. Pages are drawn when they come near the view and released when they leave it. */
export function PdfViewer({ address, title }: PdfViewerProps) {
  const styles = useStyles();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const scrollRef = useRef<HTMLDivElement>(null);
  const available = useWidthOf(scrollRef, attempt);
  const addressRef = useRef(address);
  useEffect(() => {
    addressRef.current = address;
  }, [address]);

  useEffect(() => {
    let isOpen = true;
    let close: () => void = () => undefined;
    const open = async () => {
      setLoaded({ kind: 'loading' });
      try {
        const { loadPdf } = await import('./pdf-loader.js');
        if (!isOpen) return;
        const task = loadPdf(addressRef.current);
        close = () => void task.destroy();
        const pdf = await task.promise;
        const page = await pdf.getPage(1);
        const { width, height } = page.getViewport({ scale: 1 });
        if (isOpen) setLoaded({ kind: 'ready', pdf, firstPage: { width, height } });
      } catch (error) {
        if (isOpen) setLoaded({ kind: 'failed', reason: reasonOf(error) });
      }
    };
    void open();
    return () => {
      isOpen = false;
      close();
    };
  }, [attempt]);

  if (loaded.kind === 'failed') {
    return (
      <ErrorState title="Error Loading PDF" onRetry={() => setAttempt(attempt + 1)}>
        {`Failed to load PDF${loaded.reason}`}
      </ErrorState>
    );
  }
  const fitted = Math.min(available, COMFORTABLE_WIDTH);
  const changeZoom = (factor: number) => setZoom(clamp(zoom * factor, ZOOM_RANGE.minimum, ZOOM_RANGE.maximum));
  const scale = loaded.kind === 'ready' ? (fitted * zoom) / loaded.firstPage.width : 1;

  return (
    <div className={styles.root}>
      <Toolbar aria-label="PDF" size="small" className={styles.bar}>
        <Tooltip content="Zoom Out" relationship="label">
          <ToolbarButton icon={<ZoomOutRegular />} onClick={() => changeZoom(1 / ZOOM_STEP)} />
        </Tooltip>
        <span className={styles.readout}>{`${Math.round(zoom * 100)}%`}</span>
        <Tooltip content="Zoom In" relationship="label">
          <ToolbarButton icon={<ZoomInRegular />} onClick={() => changeZoom(ZOOM_STEP)} />
        </Tooltip>
        <Tooltip content="Fit to Width" relationship="label">
          <ToolbarButton icon={<ArrowAutofitWidthRegular />} onClick={() => setZoom(available / Math.max(1, fitted))} />
        </Tooltip>
        {loaded.kind === 'ready' && (
          <span className={styles.position}>{`Page ${current} of ${loaded.pdf.numPages}`}</span>
        )}
      </Toolbar>
      <div
        ref={scrollRef}
        className={styles.scroll}
        tabIndex={0}
        role="document"
        aria-label={title}
        data-testid="pdf-viewer"
      >
        {loaded.kind === 'loading' ? (
          <Spinner className={styles.loading} label="Loading PDF..." />
        ) : (
          available > 0 &&
          Array.from({ length: loaded.pdf.numPages }, (_, index) => (
            <PdfPage
              key={index}
              pdf={loaded.pdf}
              number={index + 1}
              estimate={loaded.firstPage}
              scale={scale}
              root={scrollRef}
              onCurrent={setCurrent}
            />
          ))
        )}
      </div>
    </div>
  );
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** from 1 */
  number: number;
  /** Size in points until the page itself is known. */
  estimate: Size;
  /** CSS pixels per point. */
  scale: number;
  root: { current: HTMLDivElement | null };
  onCurrent: (number: number) => void;
}

function PdfPage({ pdf, number, estimate, scale, root, onCurrent }: PdfPageProps) {
  const styles = useStyles();
  const frameRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy | null>(null);

  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const near = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: root.current,
      rootMargin: '100% 0px',
    });
    // the page that crosses the middle of the view is the current one
    const middle = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onCurrent(number);
      },
      { root: root.current, rootMargin: '-50% 0px -50% 0px' },
    );
    near.observe(frame);
    middle.observe(frame);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [number, onCurrent, root]);

  useEffect(() => {
    if (!isNear) return;
    let isWanted = true;
    pdf.getPage(number).then(
      (loaded) => isWanted && setPage(loaded),
      (error: unknown) => console.error(`Page ${number} of the PDF could not be read`, error),
    );
    return () => {
      isWanted = false;
    };
  }, [isNear, number, pdf]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const text = textRef.current;
    if (!isNear || !page || !canvas || !text) return;
    return drawPage(page, scale, canvas, text);
  }, [isNear, page, scale]);

  const size = page ? page.getViewport({ scale: 1 }) : estimate;
  return (
    <div
      ref={frameRef}
      className={styles.page}
      data-page={number}
      style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }}
    >
      {isNear && <canvas ref={canvasRef} className={styles.canvas} role="img" aria-label={`Page ${number}`} />}
      {isNear && <div ref={textRef} className={styles.text} />}
    </div>
  );
}

/** Draws a page and lays its text over it for selection; answers how to stop. */
function drawPage(page: PDFPageProxy, scale: number, canvas: HTMLCanvasElement, text: HTMLDivElement): () => void {
  const shown = page.getViewport({ scale });
  const wanted = window.devicePixelRatio;
  const ratio = Math.min(wanted, Math.sqrt(MOST_CANVAS_PIXELS / (shown.width * shown.height)));
  const viewport = page.getViewport({ scale: scale * ratio });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const drawing = page.render({ canvas, viewport });
  let isWanted = true;
  const fail = (error: unknown) => {
    // a drawing that is cancelled because the page left the view is no failure
    if (isWanted) console.error(`Page ${page.pageNumber} of the PDF could not be drawn`, error);
  };
  drawing.promise
    .then(async () => {
      const { TextLayer } = await import('pdfjs-dist');
      if (!isWanted) return;
      text.replaceChildren();
      text.style.setProperty('--total-scale-factor', String(scale));
      await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: shown }).render();
    })
    .catch(fail);
  return () => {
    isWanted = false;
    drawing.cancel();
  };
}

/** The width inside an element's padding, in CSS pixels; 0 until it is measured. `mounting` changes with the element. */
function useWidthOf(ref: { current: HTMLElement | null }, mounting: unknown): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, mounting]);
  return width;
}

/** Why a PDF could not be opened, as the end of a sentence. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return ': it is protected by a password.';
  if (name === 'InvalidPDFException') return ': the file is damaged.';
  return '';
}
