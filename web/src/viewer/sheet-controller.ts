import { AnnotationLayer } from './annotation-layer.js';
import type { LayerAnnotation } from './annotation-layer.js';
import type { AnnotationCoordinates, AnnotationType, RectangleCoordinates } from './annotation-records.js';
import { changing, IDLE, isUnderWay, nextDrawing } from './drawing.js';
import type { DrawingInput, DrawingState } from './drawing.js';
import { HitLayer } from './hit-layer.js';
import { ImageViewer } from './image-viewer.js';
import type { Sheet } from './sheet-slot.js';
import { handleAt, handleCursor } from './shape-handles.js';
import type { Handle } from './shape-handles.js';
import { boundsOf, centreOf, clamp, distance, isOnSheet, moved, offsetKeptOnSheet } from './sheet-geometry.js';
import type { Point } from './sheet-geometry.js';
import { matrixText, toScreen, toScreenBox, turned, turnedVector } from './sheet-transform.js';
import type { QuarterTurn, SheetTransform } from './sheet-transform.js';
import { zoomPercentage } from './sheet-zoom.js';

/** What a person did on the sheet. Coordinates in image pixels. */
export interface SheetEvents {
  onSelect(key: string | null): void;
  onCreate(type: AnnotationType, coordinates: AnnotationCoordinates): void;
  onMove(key: string, coordinates: AnnotationCoordinates): void;
  onResize(key: string, coordinates: AnnotationCoordinates): void;
  onOpen(key: string): void;
  onLoading(loading: boolean): void;
}

/** What the sheet shows and what may be done on it; everything React decides. */
export interface SheetView {
  annotations: readonly LayerAnnotation[];
  selectedKey: string | null;
  tool: AnnotationType;
  mayDraw: boolean;
  /** whether a finger draws and moves instead of panning */
  touchDraws: boolean;
  /** whether this annotation may be moved (and deleted) by this person */
  isEditable(annotation: LayerAnnotation): boolean;
}

/** Elements the controller moves itself, frame by frame. */
export interface SheetElements {
  host: HTMLElement;
  /** lies over the host, takes no pointer */
  overlay: HTMLElement;
  percentage: HTMLElement;
  deleteButton: HTMLElement;
  thumbnail: HTMLImageElement;
}

/** CSS pixels around a shape within which a press still means it, and around the middle of a handle. */
const PICK_TOLERANCE = { mouse: 4, touch: 12 };
const HANDLE_TOLERANCE = { mouse: 9, touch: 22 };

/** A finger that travels less than this many CSS pixels taps. */
const TAP_SLOP = 10;

/** An annotation narrower and lower than this on the screen (CSS pixels) is hard to find. */
const VISIBLE_SIZE = 12;

/** A row of nudges is saved as one move once the keys have rested this long, in milliseconds. */
const NUDGE_REST_MS = 500;

/** Radius of an annotation made by a key, in CSS pixels; as an image radius it is at least this. */
const KEY_DRAWN = { screen: 40, least: 12 };

/** Half the side of the button that deletes, and its distance to the shape, in CSS pixels. */
const DELETE_BUTTON = { size: 24, gap: 6 };

/**
 * Joins the image viewer, the annotation layer and the pointer. Mouse and pen draw, select, drag and resize; Space or
 * the middle button pans (VIEW-29); a finger pans, pinches and taps, and drags handles, unless the toolbar says that it
 * draws: then a second finger still pinches.
 */
export class SheetController {
  private readonly image: ImageViewer;
  private readonly layer: AnnotationLayer;
  private readonly hits: HitLayer;
  private readonly listening = new AbortController();
  private readonly turns = new Map<string, QuarterTurn>();
  private view: SheetView = {
    annotations: [],
    selectedKey: null,
    tool: 'ellipse',
    mayDraw: false,
    touchDraws: false,
    isEditable: () => false,
  };
  private sheet: Sheet | null = null;
  private drawing: DrawingState = IDLE;
  private nudging: { key: string; shape: AnnotationCoordinates; timer: ReturnType<typeof setTimeout> } | null = null;
  private panFrom: Point | null = null;
  private pointerId: number | null = null;
  private ownsTouch = false;
  /** A finger that may become a tap. */
  private tap: { id: number; screen: Point } | null = null;
  private spaceHeld = false;
  private shownPercentage = '';

  constructor(
    private readonly elements: SheetElements,
    private readonly events: SheetEvents,
  ) {
    this.layer = new AnnotationLayer(elements.overlay);
    // under the annotations
    this.hits = new HitLayer(elements.overlay);
    this.image = new ImageViewer(elements.host, {
      onFrame: (transform) => this.onFrame(transform),
      onLoading: (loading) => events.onLoading(loading),
      ownsTouch: () => this.ownsTouch,
    });
    this.listen();
  }

  /** Shows a sheet, lying as it was left; a drawing under way on the one before is dropped. */
  show(sheet: Sheet | null): void {
    if (this.sheet?.key !== sheet?.key) {
      this.saveNudges();
      this.drop();
    }
    this.sheet = sheet;
    this.image.show(sheet, sheet ? this.turns.get(sheet.key) : undefined);
    this.refreshCursor(null);
  }

  setView(view: SheetView): void {
    if (this.nudging && this.nudging.key !== view.selectedKey) this.saveNudges();
    this.view = view;
    this.layer.setAnnotations(view.annotations);
    const changed = changing(this.drawing)?.key;
    // somebody else deleted what is being dragged; a drawing goes on whatever others do
    if (changed !== undefined && !this.layer.get(changed)) this.drop();
    const selected = this.layer.get(view.selectedKey);
    this.layer.setSelected(view.selectedKey, selected !== null && view.isEditable(selected));
    this.showDrawing();
    this.placeDeleteButton();
  }

  /** Outlines found words. */
  setHits(boxes: readonly RectangleCoordinates[]): void {
    this.hits.setHits(boxes);
  }

  zoomIn = (): void => this.image.zoomIn();
  zoomOut = (): void => this.image.zoomOut();
  zoomToActualSize = (): void => this.image.zoomTo(1);
  fitToPage = (): void => this.image.fitToPage();
  fitToWidth = (): void => this.image.fitToWidth();

  /** Turns the sheet by a quarter, clockwise (1) or back (-1); returns how it lies now, in degrees. */
  turn(step: 1 | -1): QuarterTurn {
    const turn = turned(this.image.transform().turn, step);
    if (this.sheet) this.turns.set(this.sheet.key, turn);
    this.drop();
    this.image.turnTo(turn);
    return turn;
  }

  /** Moves the view by CSS pixels, as arrow keys do. */
  pan(offset: Point): void {
    this.image.panBy(offset);
    this.image.settle();
  }

  /** Brings an annotation into the middle of the view. */
  focusOn(coordinates: AnnotationCoordinates): void {
    this.image.focusOn(boundsOf(coordinates));
  }

  /** The same, unless the annotation is in view and large enough to see. */
  reveal(coordinates: AnnotationCoordinates): void {
    const { x, y, width, height } = toScreenBox(boundsOf(coordinates), this.image.transform());
    const { clientWidth, clientHeight } = this.elements.host;
    const isInView = x >= 0 && y >= 0 && x + width <= clientWidth && y + height <= clientHeight;
    if (!isInView || Math.max(width, height) < VISIBLE_SIZE) this.focusOn(coordinates);
  }

  /**
   * Moves the selected annotation by image pixels in a direction of the screen (the keyboard's way to drag). It is
   * saved once, when the keys rest; returns whether there was one to move.
   */
  nudge(offset: Point): boolean {
    const annotation = this.layer.get(this.view.selectedKey);
    if (!annotation || !this.sheet || !this.view.isEditable(annotation) || isUnderWay(this.drawing)) return false;
    const { key } = annotation;
    const from = this.nudging?.shape ?? annotation.coordinates;
    const wanted = turnedVector(offset, this.image.transform().turn, true);
    const shape = moved(from, offsetKeptOnSheet(from, wanted, this.sheet.size));
    clearTimeout(this.nudging?.timer);
    this.nudging = { key, shape, timer: setTimeout(() => this.saveNudges(), NUDGE_REST_MS) };
    this.layer.setChanging(key, shape);
    this.placeDeleteButton();
    return true;
  }

  /** Saves what the arrow keys moved, if anything waits. */
  saveNudges(): void {
    if (!this.nudging) return;
    const { key, shape, timer } = this.nudging;
    clearTimeout(timer);
    this.nudging = null;
    this.layer.setChanging(key, null);
    this.events.onMove(key, shape);
  }

  /** Makes an annotation in the middle of the view (the keyboard's way to draw); returns whether that is on the sheet. */
  drawInMiddle(): boolean {
    if (!this.sheet || !this.view.mayDraw) return false;
    const { clientWidth, clientHeight } = this.elements.host;
    const middle = this.image.toImage({ x: clientWidth / 2, y: clientHeight / 2 });
    if (!isOnSheet(middle, this.sheet.size)) return false;
    const radius = Math.max(KEY_DRAWN.screen / this.image.transform().scale, KEY_DRAWN.least);
    const { x, y } = middle;
    this.events.onCreate(
      this.view.tool,
      this.view.tool === 'ellipse'
        ? { centerX: x, centerY: y, radiusX: radius, radiusY: radius, theta: 0 }
        : { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
    );
    return true;
  }

  /** Escape: ends the drawing or drag under way, else clears the selection (ANN-08). */
  cancel(): void {
    this.saveNudges();
    this.apply({ kind: 'cancel' });
  }

  /** Names the picture for people who don't see it. */
  describe(description: string): void {
    const { canvas } = this.image;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', description);
    canvas.setAttribute('aria-description', 'Press question mark for the keys of the sheet.');
  }

  focus(): void {
    this.image.canvas.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return document.activeElement === this.image.canvas;
  }

  /** True while Space is held for panning. */
  get isPanning(): boolean {
    return this.spaceHeld;
  }

  /** True while the pointer is over the sheet: then Space means panning wherever the focus is. */
  get isHovered(): boolean {
    return this.elements.host.matches(':hover');
  }

  /** Space pressed or released; the caller ignores it while somebody types (VIEW-30). */
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

  private listen(): void {
    const { canvas } = this.image;
    const { signal } = this.listening;
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, listener, { signal });
    on('pointerdown', (event) => this.onPointerDown(event));
    on('pointermove', (event) => this.onPointerMove(event));
    on('pointerup', (event) => this.onPointerUp(event));
    on('pointercancel', (event) => {
      this.tap = null;
      if (event.pointerId === this.pointerId) this.drop();
    });
    on('pointerleave', () => this.layer.setHovered(null));
    on('dblclick', (event) => this.onDoubleClick(event));
    // the middle button would start the browser's own scrolling
    on('mousedown', (event) => {
      if (event.button === 1) event.preventDefault();
    });
  }

  private onPointerDown(event: PointerEvent): void {
    const isTouch = event.pointerType === 'touch';
    if (this.pointerId !== null) {
      // a second finger: the person pinches
      if (isTouch && this.ownsTouch) this.drop();
      return;
    }
    if (!this.sheet || (isTouch && !event.isPrimary)) {
      this.tap = null;
      return;
    }
    const isPan = event.button === 1 || (event.button === 0 && this.spaceHeld);
    if (event.button !== 0 && !isPan) return;
    const screen = this.screenPoint(event);
    if (isPan && !isTouch) {
      this.hold(event);
      this.panFrom = screen;
      this.refreshCursor(event);
      return;
    }
    this.saveNudges();
    const handle = this.handleUnder(event);
    const selected = this.layer.get(this.view.selectedKey);
    // Shift draws over what is there: a tank inside a yard
    const target = handle ? selected : event.shiftKey ? null : this.pick(event);
    if (isTouch && handle === null && !this.view.touchDraws) {
      // it pans (OpenSeadragon does that by itself), or it selects when it is lifted where it came down
      this.tap = { id: event.pointerId, screen };
      return;
    }
    this.ownsTouch = isTouch;
    this.hold(event);
    const point = this.image.toImage(screen);
    this.apply({
      kind: 'press',
      point,
      screen,
      target: target && {
        key: target.key,
        coordinates: target.coordinates,
        movable: this.view.isEditable(target),
      },
      handle,
      tool: this.view.tool,
      sheet: this.sheet.size,
      mayDraw: this.view.mayDraw && isOnSheet(point, this.sheet.size),
    });
  }

  private onPointerMove(event: PointerEvent): void {
    if (this.pointerId === null) {
      if (event.pointerType !== 'touch') this.refreshCursor(event);
      return;
    }
    if (event.pointerId !== this.pointerId) return;
    const screen = this.screenPoint(event);
    if (this.panFrom) {
      this.image.panBy({ x: screen.x - this.panFrom.x, y: screen.y - this.panFrom.y });
      this.panFrom = screen;
      return;
    }
    this.apply({ kind: 'move', point: this.image.toImage(screen), screen, even: event.shiftKey });
  }

  private onPointerUp(event: PointerEvent): void {
    if (event.pointerId === this.tap?.id) {
      const isTap = distance(this.screenPoint(event), this.tap.screen) < TAP_SLOP;
      this.tap = null;
      if (isTap) this.events.onSelect(this.pick(event)?.key ?? null);
      return;
    }
    if (event.pointerId !== this.pointerId) return;
    this.pointerId = null;
    this.ownsTouch = false;
    if (this.panFrom) {
      this.panFrom = null;
      this.image.settle();
    } else {
      const screen = this.screenPoint(event);
      this.apply({ kind: 'release', point: this.image.toImage(screen), screen, even: event.shiftKey });
    }
    this.refreshCursor(event);
  }

  private onDoubleClick(event: MouseEvent): void {
    const target = this.pick(event);
    if (target && !this.spaceHeld) this.events.onOpen(target.key);
  }

  private hold(event: PointerEvent): void {
    this.pointerId = event.pointerId;
    this.image.canvas.setPointerCapture(event.pointerId);
  }

  private apply(input: DrawingInput): void {
    const before = changing(this.drawing);
    const { state, effects } = nextDrawing(this.drawing, input);
    this.drawing = state;
    if (before && !changing(state)) this.layer.setChanging(before.key, null);
    for (const effect of effects) {
      if (effect.kind === 'select') this.events.onSelect(effect.key);
      else if (effect.kind === 'create') this.events.onCreate(effect.type, effect.coordinates);
      else if (effect.kind === 'move') this.events.onMove(effect.key, effect.coordinates);
      else this.events.onResize(effect.key, effect.coordinates);
    }
    this.showDrawing();
  }

  /** Forgets the gesture under way, without effects. */
  private drop(): void {
    const changed = changing(this.drawing);
    this.drawing = IDLE;
    if (changed) this.layer.setChanging(changed.key, null);
    this.panFrom = null;
    this.pointerId = null;
    this.ownsTouch = false;
    this.showDrawing();
  }

  private showDrawing(): void {
    const draft = this.drawing.kind === 'drawing' ? this.drawing.shape : null;
    const changed = changing(this.drawing) ?? this.nudging;
    this.layer.setDraft(draft);
    if (changed) this.layer.setChanging(changed.key, changed.shape);
    this.layer.setMeasured(draft ?? (this.drawing.kind === 'reshaping' ? this.drawing.shape : null));
    this.placeDeleteButton();
  }

  private onFrame(transform: SheetTransform): void {
    this.layer.setTransform(transform);
    this.hits.setTransform(transform);
    this.placeDeleteButton();
    this.placeThumbnail(transform);
    const percentage = zoomPercentage(transform.scale);
    if (percentage !== this.shownPercentage) {
      this.shownPercentage = percentage;
      this.elements.percentage.textContent = percentage;
    }
  }

  /** The red x lies off the upper right corner of the selected annotation (ANN-06), within the view. */
  private placeDeleteButton(): void {
    const { deleteButton, host } = this.elements;
    const annotation = this.layer.get(this.view.selectedKey);
    const coordinates = annotation && this.layer.coordinatesOf(annotation.key);
    const isShown = annotation && coordinates && this.view.isEditable(annotation) && !isUnderWay(this.drawing);
    deleteButton.hidden = !isShown;
    if (!isShown) return;
    const box = toScreenBox(boundsOf(coordinates), this.image.transform());
    const { size, gap } = DELETE_BUTTON;
    const left = clamp(box.x + box.width + gap, gap, Math.max(host.clientWidth - size - gap, gap));
    const top = clamp(box.y - size - gap, gap, Math.max(host.clientHeight - size - gap, gap));
    deleteButton.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** The page's thumbnail lies under the canvas, so that a sheet is seen before its first tile has come. */
  private placeThumbnail(transform: SheetTransform): void {
    const { thumbnail } = this.elements;
    // under the drawn sheet it would only be painted in every frame
    const visibility = this.image.isDrawn ? 'hidden' : 'visible';
    if (thumbnail.style.visibility !== visibility) thumbnail.style.visibility = visibility;
    if (!this.sheet || this.image.isDrawn) return;
    const { width, height } = this.sheet.size;
    Object.assign(thumbnail.style, {
      width: `${width}px`,
      height: `${height}px`,
      transform: matrixText(transform),
    });
  }

  private pick(event: MouseEvent): LayerAnnotation | null {
    const tolerance = (isTouch(event) ? PICK_TOLERANCE.touch : PICK_TOLERANCE.mouse) / this.image.transform().scale;
    return this.layer.at(this.image.toImage(this.screenPoint(event)), tolerance);
  }

  private handleUnder(event: MouseEvent): Handle | null {
    const tolerance = isTouch(event) ? HANDLE_TOLERANCE.touch : HANDLE_TOLERANCE.mouse;
    const shape = this.view.selectedKey === null ? null : this.layer.coordinatesOf(this.view.selectedKey);
    if (!shape) return null;
    const middle = toScreen(centreOf(shape), this.image.transform());
    return handleAt(this.layer.handles, this.screenPoint(event), { tolerance, middle });
  }

  private screenPoint(event: MouseEvent): Point {
    const box = this.elements.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private refreshCursor(event: MouseEvent | null): void {
    this.image.canvas.style.cursor = this.cursorFor(event);
  }

  private cursorFor(event: MouseEvent | null): string {
    if (this.panFrom) return 'grabbing';
    if (this.spaceHeld) return 'grab';
    const handle = event && this.sheet ? this.handleUnder(event) : null;
    const placed = this.layer.handles.find((candidate) => candidate.handle === handle);
    const shape = this.view.selectedKey === null ? null : this.layer.coordinatesOf(this.view.selectedKey);
    if (placed && shape) return handleCursor(placed, toScreen(centreOf(shape), this.image.transform()));
    const target = event && this.sheet ? this.pick(event) : null;
    this.layer.setHovered(target?.key ?? null);
    if (target) return this.view.isEditable(target) ? 'move' : 'pointer';
    return this.view.mayDraw && this.sheet ? 'crosshair' : 'default';
  }
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}
