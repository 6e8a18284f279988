import { MarkLayer, type ExplainedWord } from '../marks/layer.js';
import type { Shape, ShapeKind, Rectangle } from '../geometry/shapes.js';
import { isDrawingTool, offsetOfAll } from '../drawing/drawing.js';
import { SheetGestures } from './gestures.js';
import type { SheetEvents, SheetView } from './gestures.js';
import { HitLayer, type WordBox } from '../marks/hit-layer.js';
import { ImageViewer } from './image-viewer.js';
import type { Sheet } from './sheet.js';
import { Nudging } from '../drawing/nudging.js';
import { boundsOf, isOnSheet, moved } from '../geometry/geometry.js';
import type { Point } from '../geometry/geometry.js';
import { placeDeleteButton, placeThumbnail } from './placed-elements.js';
import { SheetPointer } from './pointer.js';
import type { PointerActions } from './pointer.js';
import { viewShift } from '../geometry/scroll-into-view.js';
import { toScreenBox, rotated, rotatedVector } from '../geometry/transform.js';
import type { QuarterRotation, SheetTransform } from '../geometry/transform.js';
import { ZoomReadout } from './zoom-readout.js';

export interface SheetElements {
  host: HTMLElement;
  /** covers the host, takes no pointer events */
  overlay: HTMLElement;
  percentage: HTMLElement;
  deleteButton: HTMLElement;
  thumbnail: HTMLImageElement;
}

/** Marks smaller than this on screen (CSS pixels) are hard to find. */
const VISIBLE_SIZE = 12;

/** Radius of a mark drawn by key: CSS pixels, with a minimum in image pixels. */
const KEY_DRAWN = { screen: 40, least: 12 };

/**
 * Connects image viewer, mark layer and pointer. Mouse and pen draw, select, drag and resize; Space, the middle button
 * or the hand tool pans (VIEW-29, D-67). A finger pans, pinches, taps and drags handles; in touch drawing mode it
 * draws, two fingers pinch.
 */
export class SheetController {
  private readonly image: ImageViewer;
  private readonly layer: MarkLayer;
  private readonly hits: HitLayer;
  private readonly pointer: SheetPointer;
  private readonly listening = new AbortController();
  private readonly turns = new Map<string, QuarterRotation>();
  private view: SheetView = {
    marks: [],
    selectedKeys: [],
    tool: 'ellipse',
    mayDraw: false,
    ...{ touchDraws: false, chooses: false },
    snaps: false,
    isEditable: () => false,
  };
  private sheet: Sheet | null = null;
  private readonly gestures: SheetGestures;
  private readonly nudging: Nudging;
  private spaceHeld = false;
  private meaningOf: ((text: string) => string | null) | null = null;
  private readonly readout: ZoomReadout;

  constructor(
    private readonly elements: SheetElements,
    private readonly events: SheetEvents,
  ) {
    this.layer = new MarkLayer(elements.overlay);
    this.readout = new ZoomReadout(elements.percentage, (end) => events.onZoomEnd(end));
    this.nudging = new Nudging((nudged) => {
      for (const { key } of nudged) this.layer.setChanging(key, null);
      events.onMove(nudged.map(({ key, shape }) => ({ key, coordinates: shape })));
    });
    // below the marks
    this.hits = new HitLayer(elements.overlay);
    this.image = new ImageViewer(elements.host, {
      onFrame: (transform) => this.onFrame(transform),
      onLoading: (loading) => events.onLoading(loading),
      onTilesFailing: (isFailing) => events.onTilesFailing(isFailing),
      ownsTouch: () => this.pointer.ownsTouch,
    });
    this.pointer = this.listen();
    this.gestures = new SheetGestures(this.scene(), this.layer, events, () => this.showDrawing());
  }

  /** With its remembered rotation; abandons an unfinished drawing. */
  show(sheet: Sheet | null): void {
    if (this.sheet?.key !== sheet?.key) {
      this.saveNudges();
      this.drop();
      this.gestures.measure(null);
    }
    this.sheet = sheet;
    this.layer.setSheet(sheet?.size ?? null);
    this.image.show(sheet, sheet ? this.turns.get(sheet.key) : undefined);
    this.refreshCursor(null);
  }

  retryTiles(): void {
    this.image.retryTiles();
  }

  setView(view: SheetView): void {
    if (this.nudging.current.some(({ key }) => !view.selectedKeys.includes(key))) this.saveNudges();
    const isOtherTool = view.tool !== this.view.tool;
    if (isOtherTool) this.dropTool();
    this.view = view;
    if (isOtherTool) this.refreshCursor(null);
    this.layer.setMarks(view.marks);
    this.gestures.dropIfGone();
    const selected = this.layer.get(this.onlyKey);
    // multi-select mode disables handles
    this.layer.setSelected(view.selectedKeys, selected !== null && view.isEditable(selected.key) && !view.chooses);
    this.showDrawing();
  }

  setLengthText(textOf: (pixels: number) => string): void {
    this.layer.setLengthText(textOf);
  }

  /** @param meaningOf explains lettering of this sheet; null for none */
  setMeaning(meaningOf: ((text: string) => string | null) | null): void {
    this.meaningOf = meaningOf;
    this.layer.setMeaning(meaningOf);
  }

  setHits(boxes: readonly WordBox[], current: Rectangle | null): void {
    this.hits.setHits(boxes, current);
  }

  zoomIn = (): void => this.image.zoomIn();
  zoomOut = (): void => this.image.zoomOut();
  zoomToActualSize = (): void => this.image.zoomTo(1);
  fitToPage = (): void => this.image.fitToPage();
  fitToWidth = (): void => this.image.fitToWidth();

  /** Rotates by 90 degrees, clockwise (1) or back (-1); returns the new rotation. */
  rotation(step: 1 | -1): QuarterRotation {
    const rotation = rotated(this.image.transform().rotation, step);
    if (this.sheet) this.turns.set(this.sheet.key, rotation);
    this.drop();
    this.image.rotateTo(rotation);
    return rotation;
  }

  pan(offset: Point): void {
    this.image.panBy(offset);
    this.image.settle();
  }

  focusOn(coordinates: Shape, isClose = false): void {
    this.image.focusOn(boundsOf(coordinates), isClose);
  }

  /** Centres a mark unless it is visible and large enough. */
  reveal(coordinates: Shape): void {
    const { x, y, width, height } = toScreenBox(boundsOf(coordinates), this.image.transform());
    const { clientWidth, clientHeight } = this.elements.host;
    const isInView = x >= 0 && y >= 0 && x + width <= clientWidth && y + height <= clientHeight;
    if (!isInView || Math.max(width, height) < VISIBLE_SIZE) this.focusOn(coordinates);
  }

  /**
   * Moves the sheet so a panel does not cover a mark.
   * @param panel screen rectangle
   */
  bringIntoView(coordinates: Shape, panel: DOMRect): void {
    // a shape being drawn or dragged must stay under the finger
    if (!this.sheet || this.gestures.isInProgress) return;
    const { host } = this.elements;
    const { left, top } = host.getBoundingClientRect();
    const bounds = boundsOf(coordinates);
    const view = { width: host.clientWidth, height: host.clientHeight };
    const over = { x: panel.left - left, y: panel.top - top, width: panel.width, height: panel.height };
    const found = viewShift(toScreenBox(bounds, this.image.transform()), view, over);
    if (!found) return;
    const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    this.image.shrinkAndPan(found.factor, middle, found.offset);
  }

  /**
   * Moves the selection by image pixels in a screen direction: the keyboard alternative to dragging. Saves once after
   * the last key; returns whether anything moved.
   */
  nudge(offset: Point): boolean {
    const { sheet, layer, nudging } = this;
    if (!sheet || this.gestures.isInProgress) return false;
    const from = this.view.selectedKeys.flatMap((key) => {
      const mark = layer.get(key);
      if (!mark || !this.view.isEditable(key)) return [];
      const coordinates = nudging.current.find((each) => each.key === key)?.shape ?? mark.coordinates;
      return [{ key, coordinates }];
    });
    if (from.length === 0) return false;
    const wanted = rotatedVector(offset, this.image.transform().rotation, true);
    const kept = offsetOfAll(from, wanted, sheet.size);
    nudging.moveTo(from.map(({ key, coordinates }) => ({ key, shape: moved(coordinates, kept) })));
    this.showDrawing();
    return true;
  }

  /** Image point in the middle of the view; null off the sheet. */
  get middle(): Point | null {
    const { clientWidth, clientHeight } = this.elements.host;
    const middle = this.image.toImage({ x: clientWidth / 2, y: clientHeight / 2 });
    return this.sheet && isOnSheet(middle, this.sheet.size) ? middle : null;
  }

  onImage(way: Point): Point {
    const { scale, rotation } = this.image.transform();
    return rotatedVector({ x: way.x / scale, y: way.y / scale }, rotation, true);
  }

  /** Image point under the pointer; null while it is not over the sheet. */
  get pointerOnSheet(): Point | null {
    const at = this.isHovered && this.sheet ? this.pointer.last : null;
    const point = at && this.image.toImage(at);
    return point && this.sheet && isOnSheet(point, this.sheet.size) ? point : null;
  }

  saveNudges(): void {
    this.nudging.flush();
  }

  /**
   * Creates a mark in the middle of the view: the keyboard alternative to drawing. Returns whether that point is
   * on the sheet.
   */
  drawInMiddle(): boolean {
    if (!this.sheet || !this.view.mayDraw) return false;
    const { middle } = this;
    if (!middle) return false;
    if (this.view.tool === 'measure' || this.view.tool === 'place') return false;
    const tool = isDrawingTool(this.view.tool) ? this.view.tool : 'ellipse';
    const radius = Math.max(KEY_DRAWN.screen / this.image.transform().scale, KEY_DRAWN.least);
    this.events.onCreate(tool, drawnAround(tool, middle, radius));
    return true;
  }

  /**
   * Enter and Backspace while drawing a polygon: close it, or remove its last corner. Returns whether a polygon is in
   * progress.
   */
  outline(what: 'close' | 'back'): boolean {
    if (!this.gestures.isOutlining) return false;
    this.gestures.apply({ kind: what });
    return true;
  }

  get isOutlining(): boolean {
    return this.gestures.isOutlining;
  }

  /** Escape: cancels the drawing or drag, else clears the selection (ANN-08). */
  cancel(): void {
    this.saveNudges();
    if (!this.gestures.isInProgress && this.gestures.hasMeasured) this.gestures.measure(null);
    else this.gestures.apply({ kind: 'cancel' });
  }

  describe(description: string): void {
    const { canvas } = this.image;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', description);
    canvas.setAttribute('aria-description', 'Press question mark for keyboard shortcuts.');
  }

  focus(): void {
    this.image.canvas.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return document.activeElement === this.image.canvas;
  }

  get isPanning(): boolean {
    return this.spaceHeld;
  }

  /** True while the pointer is over the sheet: then Space pans regardless of focus. */
  get isHovered(): boolean {
    return this.elements.host.matches(':hover');
  }

  /** Space pressed or released; the caller ignores it during text input (VIEW-30). */
  holdSpace(held: boolean): void {
    if (this.spaceHeld === held) return;
    this.spaceHeld = held;
    this.refreshCursor(null);
  }

  destroy(): void {
    this.saveNudges();
    this.listening.abort();
    this.layer.destroy();
    this.hits.destroy();
    this.image.destroy();
  }

  private listen(): SheetPointer {
    const { image, layer } = this;
    const actions: PointerActions = {
      isReady: () => this.sheet !== null,
      isSpaceHeld: () => this.spaceHeld,
      isHand: ({ shiftKey }) => this.view.tool === 'place' || (this.view.tool === 'hand' && !shiftKey),
      pressed: (event, screen) => {
        this.saveNudges();
        return this.gestures.pressed(event, screen);
      },
      apply: (input) => this.gestures.apply(input),
      toImage: (screen) => image.toImage(screen),
      near: (event) => this.gestures.near(event),
      onTap: (event) => this.gestures.tap(event),
      onLongPress: (event) => this.gestures.rest(event),
      onPan: (offset) => (offset ? image.panBy(offset) : image.settle()),
      onDoubleClick: (event) => {
        const target = this.gestures.pick(event);
        if (this.gestures.isEndOfPolygon || this.view.tool === 'measure' || this.view.tool === 'place') return;
        if (target && !this.spaceHeld && !event.shiftKey) this.events.onOpen(target.key);
      },
      onDrop: () => {
        this.gestures.interrupt();
        this.pointer.reset();
      },
      onLeave: () => layer.setHovered(null),
      onCursor: (event) => {
        this.gestures.hover(this.pointer.screenPoint(event));
        this.refreshCursor(event);
      },
    };
    return new SheetPointer(image.canvas, this.elements.host, actions, this.listening.signal);
  }

  private scene(): ConstructorParameters<typeof SheetGestures>[0] {
    const view = () => this.view;
    const sheet = () => this.sheet;
    const { image, pointer } = this;
    return {
      get view() {
        return view();
      },
      get sheet() {
        return sheet();
      },
      get transform() {
        return image.transform();
      },
      toImage: (screen) => image.toImage(screen),
      greyPicture: () => image.greyPicture(),
      screenPoint: (event) => pointer.screenPoint(event),
      wordAt: (point) => this.wordAt(point),
    };
  }

  private wordAt(point: Point): ExplainedWord | null {
    const box = this.meaningOf && this.hits.at(point);
    const meaning = box?.text && this.meaningOf?.(box.text);
    return box && meaning ? { bounds: box, label: `${box.text}: ${meaning}` } : null;
  }

  private get onlyKey(): string | null {
    const { selectedKeys } = this.view;
    return selectedKeys.length === 1 ? (selectedKeys[0] ?? null) : null;
  }

  /** Abandons the gesture without effects. */
  private drop(): void {
    this.gestures.drop();
    this.pointer.reset();
  }

  private dropTool(): void {
    if (this.gestures.isBetweenClicks) this.gestures.drop();
    this.gestures.measure(null);
  }

  private showDrawing(): void {
    for (const { key, shape } of this.nudging.current) this.layer.setChanging(key, shape);
    this.gestures.show();
    this.placeDeleteButton();
  }

  private onFrame(transform: SheetTransform): void {
    this.layer.setTransform(transform);
    this.hits.setTransform(transform);
    this.events.onPlaced(transform);
    this.placeDeleteButton();
    placeThumbnail(this.elements.thumbnail, this.image.isDrawn ? null : this.sheet, transform);
    this.readout.show(transform.scale, this.image.zoomEnd(transform.scale));
  }

  private placeDeleteButton(): void {
    const { deleteButton, host } = this.elements;
    const mark = this.layer.get(this.onlyKey);
    const coordinates = mark && this.layer.coordinatesOf(mark.key);
    const isInHand = this.gestures.isInProgress || this.view.chooses;
    const isShown = mark && coordinates && this.view.isEditable(mark.key) && !isInHand;
    placeDeleteButton(deleteButton, host, isShown ? toScreenBox(boundsOf(coordinates), this.image.transform()) : null);
  }

  private refreshCursor(event: MouseEvent | null): void {
    this.image.canvas.style.cursor = this.pointer.isPanning
      ? 'grabbing'
      : this.spaceHeld
        ? 'grab'
        : this.gestures.cursorAt(event);
  }
}

/** Default shape around a point for keyboard drawing. */
function drawnAround(tool: ShapeKind, { x, y }: Point, radius: number): Shape {
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  if (tool === 'ellipse') return { centerX: x, centerY: y, radiusX: radius, radiusY: radius, theta: 0 };
  if (tool === 'rectangle') return box;
  return {
    points: [
      { x: box.x, y: box.y },
      { x: x + radius, y: box.y },
      { x: x + radius, y: y + radius },
      { x: box.x, y: y + radius },
    ],
  };
}
