import { AnnotationEditorType, AnnotationMode, TouchManager } from 'pdfjs-dist';
import type { PDFDocumentProxy } from 'pdfjs-dist';
// the page views read the library from a global that the import above sets
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { clamp } from '@symbio/sheet/geometry/geometry';
import './pages.css';

/** Zoom limits; 1 is paper size at 96 pixels per inch (CONST-12). */
const ZOOM = { minimum: 0.1, maximum: 5, step: 1.2 };
/** Zoom factor of a wheel notch of 100 pixels; trackpads report smaller steps more often. */
const WHEEL_ZOOM = 1.12;
const WHEEL_NOTCH = 100;
/** During wheel or pinch zoom pages are scaled; delay before redrawing, in milliseconds. */
const REDRAW_MS = 250;
/** Largest page canvas in device pixels; beyond it, only the visible part is sharp. */
const MAX_CANVAS_PIXELS = 16_000_000;
/** Share of the view that Page Down scrolls; keeps the last lines visible. */
const PAGE_SCROLL = 0.9;
const LINE_SCROLL = 48;

export type PdfFit = 'auto' | 'page-width' | 'page-fit';

export interface PdfState {
  /** from 1 */
  page: number;
  scale: number;
  /** null after a manual zoom */
  fit: PdfFit | null;
  /** clockwise: 0, 90, 180 or 270 */
  rotation: number;
}

export interface PdfQuery {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

export interface PdfHits {
  state: 'searching' | 'found' | 'none';
  /** from 1; 0 before the first */
  current: number;
  total: number;
  /** The phrase does not occur: its words are matched separately. */
  areSingleWords: boolean;
}

export interface PdfPagesEvents {
  onState(state: PdfState): void;
  onHits(hits: PdfHits): void;
  /** Page layout is ready: navigation works. */
  onReady(): void;
}

interface FindReport {
  state?: number;
  matchesCount: { current: number; total: number };
}

/**
 * Imperative wrapper for the library's page views: draws pages near the view and caches the last ten, whatever the
 * document's length.
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
  /** Ratio of the requested zoom to the rounded one. */
  private lostByRounding = 1;

  /**
   * @param container scroll container; absolutely positioned
   * @param pages empty element inside the container
   */
  constructor(
    private readonly container: HTMLDivElement,
    private readonly pages: HTMLDivElement,
    private readonly pdf: PDFDocumentProxy,
    private readonly events: PdfPagesEvents,
  ) {
    const { bus } = this;
    const { signal } = this.ending;
    // security: links of uploaded files open separately, without referrer or opener
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
      maxCanvasPixels: MAX_CANVAS_PIXELS,
      // supported, but missing from the library's types
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

  /** Scrolls to the top of a page; the number is clamped. */
  goTo(page: number): void {
    if (!this.isReady || !Number.isFinite(page)) return;
    this.viewer.currentPageNumber = clamp(Math.round(page), 1, this.pdf.numPages);
  }

  zoom(direction: 1 | -1): void {
    this.scaleBy(direction === 1 ? ZOOM.step : 1 / ZOOM.step);
  }

  /** Sets the zoom; 1 is 96 pixels per inch. */
  zoomTo(scale: number): void {
    if (!this.isReady || !Number.isFinite(scale)) return;
    this.viewer.currentScale = clamp(scale, ZOOM.minimum, ZOOM.maximum);
  }

  fit(fit: PdfFit): void {
    if (this.isReady) this.viewer.currentScaleValue = fit;
  }

  /** Rotates all pages by 90 degrees, clockwise (1) or back (-1). */
  rotate(direction: 1 | -1): void {
    if (this.isReady) this.viewer.pagesRotation = (this.viewer.pagesRotation + direction * 90 + 360) % 360;
  }

  scroll(direction: 1 | -1, by: 'page' | 'line'): void {
    this.container.scrollBy({
      top: direction * (by === 'page' ? this.container.clientHeight * PAGE_SCROLL : LINE_SCROLL),
    });
  }

  /** Scrolls sideways, or turns the page if nothing overflows. */
  sideways(direction: 1 | -1): void {
    if (this.container.scrollWidth > this.container.clientWidth + 1)
      this.container.scrollBy({ left: direction * LINE_SCROLL });
    else this.goTo(this.viewer.currentPageNumber + direction);
  }

  /** Highlights all matches and goes to the first one from the current page on. */
  find(query: PdfQuery): void {
    this.query = query;
    this.areSingleWords = false;
    this.shownHits = null;
    this.search('');
  }

  findNext(direction: 1 | -1): void {
    if (this.query) this.search('again', direction === -1);
  }

  endFind(): void {
    this.query = null;
    this.bus.dispatch('findbarclose', { source: this });
  }

  focus(): void {
    this.container.focus({ preventScroll: true });
  }

  /** False in a hidden tab. */
  get isShown(): boolean {
    return this.container.offsetParent !== null;
  }

  /** Detaches the views; the opener closes the document. */
  end(): void {
    this.isReady = false;
    this.resizing.disconnect();
    this.viewer.setDocument(null as unknown as PDFDocumentProxy);
    this.links.setDocument(null);
    this.ending.abort();
    this.pages.replaceChildren();
  }

  private search(type: '' | 'again', findPrevious = false): void {
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
      // deferred: the library is still reporting that nothing matched
      queueMicrotask(() => this.search(''));
      return;
    }
    // counts arrive without a state while pages are still being read
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
    // trackpads report a pinch as a wheel event with Ctrl
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
    // the library infers these types from its null defaults
    new TouchManager(options as unknown as ConstructorParameters<typeof TouchManager>[0]);
  }

  /** @param at fixed point on screen; defaults to the top of the view */
  private scaleBy(factor: number, at?: { clientX: number; clientY: number }): void {
    if (!this.isReady) return;
    const scale = this.viewer.currentScale;
    if (!at) {
      this.zoomTo(scale * factor);
      return;
    }
    // the library rounds to whole percents; the remainder is kept for the next step of a slow pinch
    const wanted = clamp(scale * factor * this.lostByRounding, ZOOM.minimum, ZOOM.maximum);
    const rounded = Math.round(wanted * 100) / 100;
    this.lostByRounding = wanted / rounded;
    if (rounded === scale) return;
    // the library expects the origin relative to the positioned parent
    const box = this.container.getBoundingClientRect();
    const origin = [at.clientX - box.left + this.container.offsetLeft, at.clientY - box.top + this.container.offsetTop];
    this.viewer.updateScale({ scaleFactor: rounded / scale, drawingDelay: REDRAW_MS, origin });
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => word.length > 1) ?? [];
}

function nameOf(page: HTMLElement): void {
  page.setAttribute('aria-label', `Page ${page.dataset.pageNumber ?? ''}`);
}

/** Localisation stub: the library labels its parts through a translator; only pages are used here. */
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
    // no-op
  }
  resume(): void {
    // no-op
  }
}
