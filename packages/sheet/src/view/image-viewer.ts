import OpenSeadragon from 'openseadragon';
import { tileViewer } from './tile-viewer.js';
import { BUTTON_STEP, clampZoom, fitToPageZoom, fitToWidthZoom, zoomEndAt, zoomRange } from '../geometry/zoom.js';
import type { GreyPicture } from '../snapping/outline-at.js';
import type { ZoomEnd } from '../geometry/zoom.js';
import type { Point, Size } from '../geometry/geometry.js';
import type { Rectangle } from '../geometry/shapes.js';
import { SheetSlot } from './slot.js';
import type { Sheet } from './sheet.js';
import { toImage, rotatedSize, rotatedVector } from '../geometry/transform.js';
import type { QuarterRotation, SheetTransform } from '../geometry/transform.js';

export interface ImageViewerEvents {
  /** Sheet moved. Called before paint, at most once per frame; must be cheap. */
  onFrame(transform: SheetTransform): void;
  /** A sheet starts loading (true), or shows its first tile or failed (false). */
  onLoading(loading: boolean): void;
  /** See {@link SheetSlot}. */
  onTilesFailing(isFailing: boolean): void;
  /** Whether the finger draws or drags and must not pan. */
  ownsTouch(): boolean;
}

type Fit = 'page' | 'width' | null;

/** Largest zoom of a close view: small lettering is blurred beyond it. */
const CLOSE_ZOOM = 2;

/** Share of the smaller side of sheet and view that always stays visible. */
const VISIBLE_SHARE = 0.2;

/**
 * Imperative wrapper for OpenSeadragon, reused for all sheets. The sheet is one viewport unit wide at the origin; the
 * public interface uses image or CSS pixels.
 */
export class ImageViewer {
  private readonly viewer: OpenSeadragon.Viewer;
  private sheet: Sheet | null = null;
  private readonly slot: SheetSlot;
  private fit: Fit = 'page';
  /** Area requested before the sheet was open. */
  private asked: { bounds: Rectangle; isClose: boolean } | null = null;
  private rotation: QuarterRotation = 0;
  private loading = false;
  private drawn = false;

  constructor(
    host: HTMLElement,
    private readonly events: ImageViewerEvents,
  ) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Mouse and pen draw and select (mark layer); fingers pan and pinch
    const drawingPointer = { dragToPan: false, clickToZoom: false, dblClickToZoom: false, flickEnabled: false };
    this.viewer = tileViewer({
      element: host,
      keyboardNavEnabled: false,
      animationTime: still ? 0 : 0.35,
      visibilityRatio: VISIBLE_SHARE,
      maxTilesPerFrame: 4,
      imageLoaderLimit: 8,
      gestureSettingsMouse: { ...drawingPointer, scrollToZoom: true },
      gestureSettingsPen: drawingPointer,
      gestureSettingsTouch: { dblClickToZoom: false, clickToZoom: false, dragToPan: true, pinchToZoom: true },
    });
    this.slot = new SheetSlot(this.viewer, {
      onOpened: () => {
        // opening a sheet has reset the view
        if (this.asked) this.focusOn(this.asked.bounds, this.asked.isClose);
        else this.applyFit(true);
        this.viewer.forceRedraw();
      },
      onFailed: () => this.setLoading(false),
      onTilesFailing: (isFailing) => events.onTilesFailing(isFailing),
    });
    this.viewer.addHandler('update-viewport', () => this.reportFrame());
    this.viewer.addHandler('resize', () => this.afterResize());
    this.viewer.addHandler('canvas-scroll', () => (this.fit = null));
    this.viewer.addHandler('canvas-pinch', () => (this.fit = null));
    this.viewer.addHandler('canvas-drag', (event) => {
      if (!(event.originalEvent instanceof PointerEvent && event.originalEvent.pointerType === 'touch')) return;
      if (events.ownsTouch()) event.preventDefaultAction = true;
      else this.fit = null;
    });
    this.viewer.addHandler('canvas-drag-end', (event) => {
      if (events.ownsTouch()) event.preventDefaultAction = true;
    });
    this.viewer.addHandler('tile-drawn', (event) => {
      if (event.tiledImage !== this.slot.image) return;
      this.drawn = true;
      this.setLoading(false);
    });
    // VIEW-32
    this.viewer.addHandler('tile-load-failed', (event) => {
      if (event.tiledImage === this.slot.image) this.setLoading(false);
    });
  }

  get isDrawn(): boolean {
    return this.drawn;
  }

  get canvas(): HTMLElement {
    return this.viewer.canvas;
  }

  retryTiles(): void {
    this.slot.retryTiles();
  }

  /** Visible part of the sheet in greyscale, one pixel per CSS pixel; null if the browser denies access. */
  greyPicture(): GreyPicture | null {
    const drawn = this.viewer.drawer.canvas;
    const { clientWidth: width, clientHeight: height } = this.viewer.canvas;
    if (!(drawn instanceof HTMLCanvasElement) || width === 0 || height === 0) return null;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    context.drawImage(drawn, 0, 0, width, height);
    const { data: colours } = context.getImageData(0, 0, width, height);
    const data = new Uint8Array(width * height);
    for (let at = 0; at < data.length; at += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = colours.subarray(4 * at, 4 * at + 4);
      // outside the sheet counts as white: it encloses nothing
      data[at] = alpha === 0 ? 255 : Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
    }
    return { width, height, data };
  }

  /**
   * Shows a sheet fitted to the view, or clears it. New addresses of the same sheet are swapped in seamlessly.
   *
   * @param rotation initial rotation of a new sheet
   */
  show(sheet: Sheet | null, rotation: QuarterRotation = 0): void {
    this.sheet = sheet;
    if (!this.slot.show(sheet)) return;
    this.drawn = false;
    this.fit = 'page';
    this.asked = null;
    this.setLoading(sheet !== null);
    if (!sheet) return;
    this.rotation = rotation;
    this.viewer.viewport.rotateTo(rotation, undefined, true);
    this.applyRange();
    this.fitToPage(true);
  }

  zoomIn(): void {
    this.zoomBy(BUTTON_STEP);
  }

  zoomOut(): void {
    this.zoomBy(1 / BUTTON_STEP);
  }

  zoomTo(zoom: number): void {
    this.fit = null;
    this.viewer.viewport.zoomTo(this.toViewportZoom(this.clamped(zoom)));
    this.viewer.viewport.applyConstraints();
  }

  fitToPage(immediately = false): void {
    this.fit = 'page';
    this.applyFit(immediately);
  }

  fitToWidth(immediately = false): void {
    this.fit = 'width';
    this.applyFit(immediately);
  }

  /** Rotates around the centre, without animation; a fitted sheet is fitted again. */
  rotateTo(rotation: QuarterRotation): void {
    if (rotation === this.rotation) return;
    this.rotation = rotation;
    this.viewer.viewport.rotateTo(rotation, undefined, true);
    this.applyRange();
    if (this.fit) this.applyFit(true);
    else this.viewer.viewport.applyConstraints(true);
  }

  /** Pans by CSS pixels, without animation. */
  panBy(offset: Point): void {
    this.fit = null;
    const { viewport } = this.viewer;
    viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(-offset.x, -offset.y), true), true);
  }

  /** Scales down around a point (image pixels), then pans by CSS pixels. */
  shrinkAndPan(factor: number, about: Point, offset: Point): void {
    if (!this.sheet) return;
    this.fit = null;
    const { viewport } = this.viewer;
    const { width } = this.sheet.size;
    const middle = new OpenSeadragon.Point(about.x / width, about.y / width);
    if (factor < 1) viewport.zoomTo(viewport.getZoom(true) * factor, middle, true);
    this.panBy(offset);
  }

  /** After a pan: returns the sheet to the view if it was pushed out. */
  settle(): void {
    this.viewer.viewport.applyConstraints();
  }

  /** Centres an area (image pixels) with some context. */
  focusOn(bounds: Rectangle, isClose = false): void {
    if (!this.sheet) return;
    this.fit = null;
    this.asked = this.slot.image ? null : { bounds, isClose };
    const { size } = this.sheet;
    const surroundings = isClose ? 2.5 : 5;
    const place = rotatedSize(
      { width: bounds.width * surroundings, height: bounds.height * surroundings },
      this.rotation,
    );
    const zoom = this.clamped(Math.min(isClose ? CLOSE_ZOOM : 1, fitToPageZoom(place, this.viewSize())));
    const middle = new OpenSeadragon.Point(
      (bounds.x + bounds.width / 2) / size.width,
      (bounds.y + bounds.height / 2) / size.width,
    );
    this.viewer.viewport.panTo(middle, true);
    this.viewer.viewport.zoomTo(this.toViewportZoom(zoom), middle, true);
    this.viewer.viewport.applyConstraints(true);
  }

  /** Converts a screen position (CSS pixels from the viewer's upper left corner) to image pixels, as last drawn. */
  toImage(screen: Point): Point {
    return toImage(screen, this.transform());
  }

  transform(): SheetTransform {
    const { viewport } = this.viewer;
    const width = this.sheet?.size.width ?? 1;
    const origin = viewport.pixelFromPoint(new OpenSeadragon.Point(0, 0), true);
    const scale = (viewport.getZoom(true) * this.viewSize().width) / width;
    return { scale, x: origin.x, y: origin.y, rotation: this.rotation };
  }

  destroy(): void {
    this.slot.close();
    this.viewer.destroy();
  }

  private zoomBy(factor: number): void {
    if (!this.sheet) return;
    // based on the animation's target, so rapid presses accumulate
    const target = (this.viewer.viewport.getZoom(false) * this.viewSize().width) / this.sheet.size.width;
    this.zoomTo(target * factor);
  }

  zoomEnd(zoom: number): ZoomEnd {
    return this.sheet ? zoomEndAt(zoom, zoomRange(rotatedSize(this.sheet.size, this.rotation), this.viewSize())) : null;
  }

  private clamped(zoom: number): number {
    return this.sheet ? clampZoom(zoom, zoomRange(rotatedSize(this.sheet.size, this.rotation), this.viewSize())) : zoom;
  }

  private toViewportZoom(zoom: number): number {
    return this.sheet ? (zoom * this.sheet.size.width) / this.viewSize().width : 1;
  }

  private viewSize(): Size {
    const { x, y } = this.viewer.viewport.getContainerSize();
    return { width: Math.max(x, 1), height: Math.max(y, 1) };
  }

  private applyRange(): void {
    if (!this.sheet) return;
    const range = zoomRange(rotatedSize(this.sheet.size, this.rotation), this.viewSize());
    Object.assign(this.viewer.viewport, {
      minZoomLevel: this.toViewportZoom(range.minimum),
      maxZoomLevel: this.toViewportZoom(range.maximum),
    });
  }

  private applyFit(immediately: boolean): void {
    if (!this.sheet || !this.fit) return;
    const { size } = this.sheet;
    const view = this.viewSize();
    const seen = rotatedSize(size, this.rotation);
    const zoom = this.clamped(this.fit === 'page' ? fitToPageZoom(seen, view) : fitToWidthZoom(seen, view));
    // when fitted to width, a tall sheet starts at its top edge; offset from the centre in CSS pixels
    const above = this.fit === 'width' ? Math.max((seen.height * zoom - view.height) / 2, 0) : 0;
    const shift = rotatedVector({ x: 0, y: -above / zoom }, this.rotation, true);
    const middle = new OpenSeadragon.Point(0.5 + shift.x / size.width, (size.height / 2 + shift.y) / size.width);
    const { viewport } = this.viewer;
    viewport.zoomTo(this.toViewportZoom(zoom), undefined, immediately);
    viewport.panTo(middle, immediately);
  }

  private afterResize(): void {
    this.applyRange();
    this.applyFit(true);
  }

  private reportFrame(): void {
    if (this.sheet) this.events.onFrame(this.transform());
  }

  private setLoading(loading: boolean): void {
    if (this.loading === loading) return;
    this.loading = loading;
    this.events.onLoading(loading);
  }
}
