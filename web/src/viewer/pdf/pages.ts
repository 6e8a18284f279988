import { AnnotationEditorType, AnnotationMode, TouchManager } from 'pdfjs-dist';
import type { PDFDocumentProxy } from 'pdfjs-dist';
// the library's page views find the library itself in a global that the import above has set
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { clamp } from '../sheet/geometry.js';
import './pages.css';

/** Zoom of a PDF, 1 being its size on paper at 96 pixels an inch (CONST-12). */
const ZOOM = { minimum: 0.1, maximum: 5, step: 1.2 };
/** Zoom of one notch of a wheel that reports 100 pixels; trackpads report less and oftener. */
const WHEEL_ZOOM = 1.12;
const WHEEL_NOTCH = 100;
/** While a wheel or two fingers zoom, pages are stretched; they are drawn anew this long after, in milliseconds. */
const REDRAW_MS = 250;
/** Largest canvas of a page in device pixels; zoomed beyond it only the part in view is drawn sharp. */
const MOST_CANVAS_PIXELS = 16_000_000;
/** Share of the view that Page Down scrolls: the last lines stay for orientation. */
const PAGE_SCROLL = 0.9;
/** What an arrow key scrolls, in CSS pixels. */
const LINE_SCROLL = 48;

/** How a page fills the view: `auto` is its width, but no more than is comfortable to read. */
export type PdfFit = 'auto' | 'page-width' | 'page-fit';

export interface PdfState {
  /** from 1 */
  page: number;
  scale: number;
  /** null when a person zoomed */
  fit: PdfFit | null;
  /** clockwise: 0, 90, 180 or 270 */
  rotation: number;
}

export interface PdfQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

/** How far a search has come. */
export interface PdfHits {
  state: 'searching' | 'found' | 'none';
  /** from 1; 0 before the first */
  current: number;
  total: number;
  /** The words stand nowhere side by side: each of them is marked. */
  areSingleWords: boolean;
}

export interface PdfPagesEvents {
  onState(state: PdfState): void;
  onHits(hits: PdfHits): void;
  /** The pages have their places: one can go to any. */
  onReady(): void;
}

/** The library's events, as far as they are listened to. */
interface FindReport {
  state?: number;
  matchesCount: { current: number; total: number };
}

/**
 * The pages of an open PDF as an imperative island around the library's page views: pages near the view are drawn and
 * the last ten are kept, whatever the length of the document.
 */
export class PdfPages {
  private readonly viewer: PDFViewer;
  private readonly bus = new EventBus();
  private readonly ending = new AbortController();
  private readonly resizing: ResizeObserver;
  private readonly links: PDFLinkService;
  private query: PdfQuery | null = null;
  private areSingleWords = false;
  private shownHits: PdfHits | null = null;
  private isReady = false;
  /** Factor by which the wanted zoom differs from the shown one. */
  private lostByRounding = 1;

  /**
   * @param container scrolls; positioned absolutely
   * @param pages inside the container, empty
   */
  constructor(
    private readonly container: HTMLDivElement,
    private readonly pages: HTMLDivElement,
    private readonly pdf: PDFDocumentProxy,
    private readonly events: PdfPagesEvents,
  ) {
    const { bus } = this;
    const { signal } = this.ending;
    // what a file that somebody uploaded links to is opened apart and learns nothing of us
    this.links = new PDFLinkService({
      eventBus: bus,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer nofollow',
    });
    const findController = new PDFFindController({ eventBus: bus, linkService: this.links });
    pages.classList.add('pdf-pages');
    const options = {
      container,
      viewer: pages,
      eventBus: bus,
      linkService: this.links,
      findController,
      l10n: new PageNames() as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      maxCanvasPixels: MOST_CANVAS_PIXELS,
      // taken by the library, though its types don't know it
      abortSignal: signal,
    };
    this.viewer = new PDFViewer(options);
    this.links.setViewer(this.viewer);
    this.links.setDocument(pdf);

    bus.on('pagesinit', () => {
      for (const page of pages.querySelectorAll<HTMLElement>('.page')) nameOf(page);
      this.viewer.currentScaleValue = 'auto';
      this.isReady = true;
      events.onReady();
      this.report();
    });
    for (const moved of ['pagechanging', 'scalechanging', 'rotationchanging']) bus.on(moved, () => this.report());
    bus.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error: unknown }) => {
      const page = pages.querySelector(`[data-page-number="${pageNumber}"]`);
      page?.toggleAttribute('data-broken', error !== null && error !== undefined);
    });
    bus.on('annotationlayerrendered', ({ pageNumber }: { pageNumber: number }) => {
      for (const link of pages.querySelectorAll(`[data-page-number="${pageNumber}"] .linkAnnotation > a:not([title])`))
        link.setAttribute('aria-label', 'Link to another place in this document');
    });
    bus.on('updatefindmatchescount', (report: FindReport) => this.reportHits(report));
    bus.on('updatefindcontrolstate', (report: FindReport) => this.reportHits(report));

    container.addEventListener('wheel', this.onWheel, { passive: false, signal });
    this.watchFingers();
    this.resizing = new ResizeObserver(() => this.afterResize());
    this.resizing.observe(container);
    this.viewer.setDocument(pdf);
  }

  /** Goes to the top of a page; a number beyond the document is the nearest page. */
  goTo(page: number): void {
    if (!this.isReady || !Number.isFinite(page)) return;
    this.viewer.currentPageNumber = clamp(Math.round(page), 1, this.pdf.numPages);
  }

  /** One step in (1) or out (-1). */
  zoom(direction: 1 | -1): void {
    this.scaleBy(direction === 1 ? ZOOM.step : 1 / ZOOM.step);
  }

  /** Shows pages at this size, 1 being 96 pixels an inch. */
  zoomTo(scale: number): void {
    if (!this.isReady || !Number.isFinite(scale)) return;
    this.viewer.currentScale = clamp(scale, ZOOM.minimum, ZOOM.maximum);
  }

  fit(fit: PdfFit): void {
    if (this.isReady) this.viewer.currentScaleValue = fit;
  }

  /** Turns every page by a quarter, clockwise (1) or back (-1). */
  turn(direction: 1 | -1): void {
    if (this.isReady) this.viewer.pagesRotation = (this.viewer.pagesRotation + direction * 90 + 360) % 360;
  }

  /** Scrolls by views (`page`) or by lines. */
  scroll(direction: 1 | -1, by: 'page' | 'line'): void {
    this.container.scrollBy({
      top: direction * (by === 'page' ? this.container.clientHeight * PAGE_SCROLL : LINE_SCROLL),
    });
  }

  /** Scrolls sideways by lines, or turns to the page before or after where there is nothing to scroll. */
  sideways(direction: 1 | -1): void {
    if (this.container.scrollWidth > this.container.clientWidth + 1)
      this.container.scrollBy({ left: direction * LINE_SCROLL });
    else this.goTo(this.viewer.currentPageNumber + direction);
  }

  /** Marks what a text hits on every page, and goes to the first hit from the current page on. */
  find(query: PdfQuery): void {
    this.query = query;
    this.areSingleWords = false;
    this.shownHits = null;
    this.ask('');
  }

  /** Goes to the next (1) or previous (-1) hit. */
  findAgain(direction: 1 | -1): void {
    if (this.query) this.ask('again', direction === -1);
  }

  /** Takes the marks off. */
  endFind(): void {
    this.query = null;
    this.bus.dispatch('findbarclose', { source: this });
  }

  focus(): void {
    this.container.focus({ preventScroll: true });
  }

  /** Whether the pages can be seen at all: not in a tab that is closed. */
  get isShown(): boolean {
    return this.container.offsetParent !== null;
  }

  /** The document itself is closed by who opened it. */
  end(): void {
    this.isReady = false;
    this.resizing.disconnect();
    this.viewer.setDocument(null as unknown as PDFDocumentProxy);
    this.links.setDocument(null);
    this.ending.abort();
    this.pages.replaceChildren();
  }

  private ask(type: '' | 'again', findPrevious = false): void {
    if (!this.query) return;
    const { text, matchCase, wholeWords } = this.query;
    this.bus.dispatch('find', {
      source: this,
      type,
      query: this.areSingleWords ? wordsOf(text) : text,
      caseSensitive: matchCase,
      entireWord: wholeWords,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    });
  }

  private reportHits({ state, matchesCount }: FindReport): void {
    if (!this.query) return;
    if (state === FindState.NOT_FOUND && !this.areSingleWords && wordsOf(this.query.text).length > 1) {
      this.areSingleWords = true;
      // the library is in the middle of telling that there is no hit
      queueMicrotask(() => this.ask(''));
      return;
    }
    // counts come without a state while pages are still read
    const now: PdfHits['state'] =
      state === undefined
        ? matchesCount.total > 0
          ? 'found'
          : (this.shownHits?.state ?? 'searching')
        : state === FindState.PENDING
          ? 'searching'
          : state === FindState.NOT_FOUND
            ? 'none'
            : 'found';
    this.shownHits = {
      state: now,
      current: matchesCount.current,
      total: matchesCount.total,
      areSingleWords: this.areSingleWords,
    };
    this.events.onHits(this.shownHits);
  }

  private report(): void {
    if (!this.isReady) return;
    const { currentScaleValue, currentScale, currentPageNumber, pagesRotation } = this.viewer;
    const fit = currentScaleValue;
    this.events.onState({
      page: currentPageNumber,
      scale: currentScale,
      fit: fit === 'auto' || fit === 'page-width' || fit === 'page-fit' ? fit : null,
      rotation: pagesRotation,
    });
  }

  private afterResize(): void {
    if (!this.isReady || !this.isShown) return;
    const fit = this.viewer.currentScaleValue;
    if (fit === 'auto' || fit === 'page-width' || fit === 'page-fit') this.viewer.currentScaleValue = fit;
    this.viewer.update();
  }

  private readonly onWheel = (event: WheelEvent): void => {
    // trackpads report a pinch as a wheel with Ctrl
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_NOTCH;
    this.scaleBy(WHEEL_ZOOM ** (-clamp(pixels, -3 * WHEEL_NOTCH, 3 * WHEEL_NOTCH) / WHEEL_NOTCH), event);
  };

  private watchFingers(): void {
    const options = {
      container: this.container,
      isPinchingDisabled: () => !this.isReady,
      onPinching: (origin: [number, number], before: number, now: number) =>
        this.scaleBy(now / before, { clientX: origin[0], clientY: origin[1] }),
      signal: this.ending.signal,
    };
    // the library's types take its defaults, which are null, for all there is
    new TouchManager(options as unknown as ConstructorParameters<typeof TouchManager>[0]);
  }

  /** @param at stays where it is on the screen; without it the top of the view does */
  private scaleBy(factor: number, at?: { clientX: number; clientY: number }): void {
    if (!this.isReady) return;
    const scale = this.viewer.currentScale;
    if (!at) {
      this.zoomTo(scale * factor);
      return;
    }
    // the library rounds to whole percents: what a slow pinch loses by that is kept for its next movement
    const wanted = clamp(scale * factor * this.lostByRounding, ZOOM.minimum, ZOOM.maximum);
    const rounded = Math.round(wanted * 100) / 100;
    this.lostByRounding = wanted / rounded;
    if (rounded === scale) return;
    // the library takes the place as if the container lay at the corner of its positioned parent
    const box = this.container.getBoundingClientRect();
    const origin = [at.clientX - box.left + this.container.offsetLeft, at.clientY - box.top + this.container.offsetTop];
    this.viewer.updateScale({ scaleFactor: rounded / scale, drawingDelay: REDRAW_MS, origin });
  }
}

/** The words of a text that are looked for one by one. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => word.length > 1) ?? [];
}

function nameOf(page: HTMLElement): void {
  page.setAttribute('aria-label', `Page ${page.dataset.pageNumber ?? ''}`);
}

/** The library names its parts through a translator with files of its own; its one part that is used here is a page. */
class PageNames {
  getLanguage() {
    return 'en-us';
  }
  getDirection() {
    return 'ltr';
  }
  get(): Promise<string> {
    return Promise.resolve('');
  }
  translate(element: HTMLElement): Promise<void> {
    if (element.classList.contains('page')) nameOf(element);
    return Promise.resolve();
  }
  translateOnce(): Promise<void> {
    return Promise.resolve();
  }
  destroy(): Promise<void> {
    return Promise.resolve();
  }
  pause(): void {
    // nothing is observed
  }
  resume(): void {
    // nothing is observed
  }
}
