import type { Side } from './alignment.js';
import OpenSeadragon from 'openseadragon';
import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import { clamp } from '@symbio/sheet/geometry/geometry';
import type { Point, Size } from '@symbio/sheet/geometry/geometry';
import { SheetSlot } from '@symbio/sheet/view/slot';
import { tileViewer } from '@symbio/sheet/view/tile-viewer';
import type { Sheet } from '../../evidence/page-records.js';
import { fitToPageZoom, MAXIMUM_ZOOM, zoomRange } from '@symbio/sheet/geometry/zoom';
import type { SheetView } from './url-view.js';
import { apply, degreesOf, inverse, scaleOf, type Similarity } from '@symbio/proto/document/similarity';
import { keyOf } from '../../lib/ui/keys.js';

const SIDES = [0, 1] as const;

/** CSS pixels, at any angle. */
export interface SheetPlace {
  /** CSS pixels per image pixel. */
  scale: number;
  /** Of the image. */
  origin: Point;
  /** Clockwise. */
  degrees: number;
  view: Size;
}

/** As a multiple of the target's size. */
const SURROUNDINGS = 5;

export interface LinkedSheetsEvents {
  /** Called before paint when a sheet moved. */
  onFrame(): void;
  onRest(place: SheetView): void;
  /** Without movement, in image pixels of the sheet. */
  onPick(side: Side, point: Point): void;
  /** See {@link SheetSlot}. */
  onTilesFailing(side: Side, isFailing: boolean): void;
}

/** Around a fitted sheet, as a share of the view. */
const MARGIN = 0.04;

/** They would flip or rotate a single sheet. */
const IGNORED_KEYS = /^[fr]$/;

const IDENTITY: Similarity = { re: 1, im: 0, x: 0, y: 0 };

/**
 * The viewer moved by the user leads, the other follows in the same frame by the sheets' similarity. Places are in
 * pixels of the first sheet.
 */
export class LinkedSheets {
  private readonly viewers: readonly [OpenSeadragon.Viewer, OpenSeadragon.Viewer];
  private readonly listening = new AbortController();
  private readonly sheets: [Sheet | null, Sheet | null] = [null, null];
  private readonly slots: readonly [SheetSlot, SheetSlot];
  private fit: Similarity = IDENTITY;
  private leader: Side = 0;
  private linked = true;
  private place: SheetView | null = null;

  constructor(
    hosts: readonly [HTMLElement, HTMLElement],
    private readonly events: LinkedSheetsEvents,
  ) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const gestures = { clickToZoom: false, dblClickToZoom: false, flickEnabled: false };
    this.viewers = hosts.map((element) =>
      tileViewer({
        element,
        // loading a sheet must not reset the viewport
        preserveViewport: true,
        animationTime: still ? 0 : 0.3,
        visibilityRatio: 0.1,
        imageLoaderLimit: 6,
        // any press without movement is a click, however long or delayed
        clickTimeThreshold: Infinity,
        gestureSettingsMouse: gestures,
        gestureSettingsPen: gestures,
        gestureSettingsTouch: { ...gestures, pinchRotate: false },
      }),
    ) as unknown as typeof this.viewers;
    const slot = (side: Side) =>
      new SheetSlot(this.viewers[side], { onTilesFailing: (isFailing) => events.onTilesFailing(side, isFailing) });
    this.slots = [slot(0), slot(1)];
    for (const side of SIDES) this.listen(side, hosts[side]);
  }

  /** Sheets already shown stay, even with renewed URLs. */
  show(first: Sheet, second: Sheet): void {
    this.open(0, first);
    this.open(1, second);
  }

  /** From the first sheet's pixels to the second's. */
  setFit(fit: Similarity): void {
    this.fit = fit;
    this.leader = 0;
    if (this.linked) this.follow();
  }

  /** To find the same corner on each. */
  setLinked(linked: boolean): void {
    if (this.linked === linked) return;
    this.linked = linked;
    if (linked && this.place) this.goTo(this.place);
  }

  /** Null fits the first sheet; the second follows. */
  goTo(place: SheetView | null): void {
    this.leader = 0;
    this.place = place ?? this.whole();
    if (!this.place) return;
    this.put(0, this.place, true);
    if (this.linked) this.follow();
  }

  /** Image pixels of that sheet, with context. */
  focusOn(side: Side, { x, y, width, height }: RectangleCoordinates): void {
    const sheet = this.sheets[side];
    if (!sheet) return;
    const wanted = fitToPageZoom({ width: width * SURROUNDINGS, height: height * SURROUNDINGS }, this.viewSize(side));
    const { minimum } = zoomRange(sheet.size, this.viewSize(side));
    const zoom = clamp(wanted, minimum, 1);
    const middle = { x: x + width / 2, y: y + height / 2 };
    const rotation = this.place?.rotation ?? 0;
    this.goTo(
      side === 0
        ? { ...middle, zoom, rotation }
        : { ...apply(inverse(this.fit), middle), zoom: zoom * scaleOf(this.fit), rotation },
    );
    this.rest();
  }

  /** As last drawn; null if not loaded. */
  placeInView(side: Side): SheetPlace | null {
    const origin = this.toScreen(side, { x: 0, y: 0 });
    const sheet = this.sheets[side];
    if (!origin || !sheet) return null;
    const { viewport } = this.viewers[side];
    const view = this.viewSize(side);
    const scale = (viewport.getZoom(true) * view.width) / sheet.size.width;
    return { scale, origin, degrees: viewport.getRotation(true), view };
  }

  retryTiles(): void {
    for (const slot of this.slots) slot.retryTiles();
  }

  zoomBy(factor: number): void {
    const { viewport } = this.viewers[this.leader];
    viewport.zoomBy(factor);
    viewport.applyConstraints();
  }

  /** 90 degrees clockwise. */
  rotation(): void {
    const now = this.placeOf(0);
    if (now) this.goTo({ ...now, rotation: (Math.round(now.rotation / 90) * 90 + 90) % 360 });
    this.rest();
  }

  /** From the upper left corner of the viewer. */
  toScreen(side: Side, point: Point): Point | null {
    const sheet = this.sheets[side];
    if (!sheet) return null;
    const { width } = sheet.size;
    const at = this.viewers[side].viewport.pixelFromPoint(
      new OpenSeadragon.Point(point.x / width, point.y / width),
      true,
    );
    return { x: at.x, y: at.y };
  }

  /** Image pixel. */
  middleOf(side: Side): Point | null {
    const sheet = this.sheets[side];
    if (!sheet) return null;
    const { x, y } = this.viewers[side].viewport.getCenter(true);
    return { x: x * sheet.size.width, y: y * sheet.size.width };
  }

  destroy(): void {
    this.listening.abort();
    for (const slot of this.slots) slot.close();
    for (const viewer of this.viewers) viewer.destroy();
  }

  private listen(side: Side, host: HTMLElement): void {
    const viewer = this.viewers[side];
    const lead = () => (this.leader = side);
    const { signal } = this.listening;
    for (const name of ['pointerdown', 'wheel', 'focusin'] as const)
      host.addEventListener(name, lead, { signal, capture: true, passive: true });
    viewer.addHandler('update-viewport', () => this.moved(side));
    viewer.addHandler('animation-finish', () => {
      if (side === this.leader) this.rest();
    });
    viewer.addHandler('resize', () => this.place && this.goTo(this.place));
    viewer.addHandler('canvas-click', (event) => {
      const sheet = this.sheets[side];
      if (!event.quick || !sheet) return;
      const { x, y } = viewer.viewport.pointFromPixel(event.position, true);
      this.events.onPick(side, { x: x * sheet.size.width, y: y * sheet.size.width });
    });
    viewer.addHandler('canvas-key', (event) => {
      if (IGNORED_KEYS.test(keyOf(event.originalEvent))) event.preventDefaultAction = true;
    });
  }

  private open(side: Side, sheet: Sheet): void {
    this.sheets[side] = sheet;
    if (!this.slots[side].show(sheet)) return;
    const { maximum, minimum } = zoomRange(sheet.size, this.viewSize(side));
    Object.assign(this.viewers[side].viewport, {
      // half of the fitted zoom: the sheets may differ much in scale
      minZoomLevel: this.toViewportZoom(side, minimum / 2),
      maxZoomLevel: this.toViewportZoom(side, Math.max(maximum, MAXIMUM_ZOOM)),
    });
  }

  private moved(side: Side): void {
    if (side === this.leader && this.linked) this.follow();
    this.events.onFrame();
  }

  private rest(): void {
    const place = this.placeOf(this.leader);
    if (!place || !this.linked) return;
    this.place = place;
    this.events.onRest(place);
  }

  private follow(): void {
    const place = this.placeOf(this.leader);
    if (!place) return;
    this.place = place;
    this.put(this.leader === 0 ? 1 : 0, place, true);
  }

  private placeOf(side: Side): SheetView | null {
    const middle = this.middleOf(side);
    const sheet = this.sheets[side];
    if (!middle || !sheet) return null;
    const { viewport } = this.viewers[side];
    const zoom = (viewport.getZoom(true) * this.viewSize(side).width) / sheet.size.width;
    const rotation = viewport.getRotation(true);
    if (side === 0) return { ...middle, zoom, rotation: whole(rotation) };
    return {
      ...apply(inverse(this.fit), middle),
      zoom: zoom * scaleOf(this.fit),
      rotation: whole(rotation + degreesOf(this.fit)),
    };
  }

  private put(side: Side, place: SheetView, immediately: boolean): void {
    const sheet = this.sheets[side];
    if (!sheet) return;
    const second = side === 1;
    const middle = second ? apply(this.fit, place) : place;
    const zoom = second ? place.zoom / scaleOf(this.fit) : place.zoom;
    const rotation = second ? place.rotation - degreesOf(this.fit) : place.rotation;
    const { viewport } = this.viewers[side];
    viewport.setRotation(rotation, immediately);
    viewport.zoomTo(this.toViewportZoom(side, zoom), undefined, immediately);
    const { width } = sheet.size;
    viewport.panTo(new OpenSeadragon.Point(middle.x / width, middle.y / width), immediately);
  }

  private whole(): SheetView | null {
    const [sheet] = this.sheets;
    if (!sheet) return null;
    const { width, height } = sheet.size;
    return {
      x: width / 2,
      y: height / 2,
      zoom: fitToPageZoom(sheet.size, this.viewSize(0)) * (1 - MARGIN),
      rotation: 0,
    };
  }

  private toViewportZoom(side: Side, zoom: number): number {
    return (zoom * (this.sheets[side]?.size.width ?? 1)) / this.viewSize(side).width;
  }

  private viewSize(side: Side): { width: number; height: number } {
    const { x, y } = this.viewers[side].viewport.getContainerSize();
    return { width: Math.max(x, 1), height: Math.max(y, 1) };
  }
}

/** Within [0, 360), without computation noise. */
const whole = (degrees: number): number => (Math.round((((degrees % 360) + 360) % 360) * 1000) / 1000) % 360;
