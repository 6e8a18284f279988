import { AnnotationLayer } from '../annotations/layer.js';
import type {
  ShownAnnotation,
  AnnotationCoordinates,
  AnnotationType,
  RectangleCoordinates,
} from '../../evidence/annotation-records.js';
import { changing, IDLE, isUnderWay, nextDrawing } from '../edits/drawing.js';
import type { DrawingInput, DrawingState } from '../edits/drawing.js';
import { HitLayer } from './hit-layer.js';
import { ImageViewer } from './image-viewer.js';
import type { Sheet } from '../../evidence/page-records.js';
import { Nudging } from '../edits/nudging.js';
import { handleAt, handleCursor } from '../edits/shape-handles.js';
import type { Handle } from '../edits/shape-handles.js';
import { boundsOf, centreOf, isOnSheet, moved, offsetKeptOnSheet } from './geometry.js';
import type { Point } from './geometry.js';
import { placeDeleteButton, placeThumbnail } from './placed-elements.js';
import { isTouch, SheetPointer } from './pointer.js';
import type { PointerActions } from './pointer.js';
import { toScreen, toScreenBox, turned, turnedVector } from './transform.js';
import type { QuarterTurn, SheetTransform } from './transform.js';
import { zoomPercentage } from './zoom.js';

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
  annotations: readonly ShownAnnotation[];
  selectedKey: string | null;
  tool: AnnotationType;
  mayDraw: boolean;
  /** whether a finger draws and moves instead of panning */
  touchDraws: boolean;
  /** whether this annotation may be moved (and deleted) by this person */
  isEditable(annotation: ShownAnnotation): boolean;
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

/** An annotation narrower and lower than this on the screen (CSS pixels) is hard to find. */
const VISIBLE_SIZE = 12;

/** Radius of an annotation made by a key, in CSS pixels; as an image radius it is at least this. */
const KEY_DRAWN = { screen: 40, least: 12 };

/**
 * Joins the image viewer, the annotation layer and the pointer. Mouse and pen draw, select, drag and resize; Space or
 * the middle button pans (VIEW-29); a finger pans, pinches and taps, and drags handles, unless the toolbar says that it
 * draws: then a second finger still pinches.
 */
export class SheetController {
  private readonly image: ImageViewer;
  private readonly layer: AnnotationLayer;
  private readonly hits: HitLayer;
  private readonly pointer: SheetPointer;
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
  private readonly nudging: Nudging;
  private spaceHeld = false;
  private shownPercentage = '';

  constructor(
    private readonly elements: SheetElements,
    private readonly events: SheetEvents,
  ) {
    this.layer = new AnnotationLayer(elements.overlay);
    this.nudging = new Nudging(({ key, shape }) => {
      this.layer.setChanging(key, null);
      events.onMove(key, shape);
    });
    // under the annotations
    this.hits = new HitLayer(elements.overlay);
    this.image = new ImageViewer(elements.host, {
      onFrame: (transform) => this.onFrame(transform),
      onLoading: (loading) => events.onLoading(loading),
      ownsTouch: () => this.pointer.ownsTouch,
    });
    this.pointer = this.listen();
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
    if (this.nudging.current?.key !== view.selectedKey) this.saveNudges();
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

  /** Outlines found words, and the place that one has come to. */
  setHits(boxes: readonly RectangleCoordinates[], current: RectangleCoordinates | null): void {
    this.hits.setHits(boxes, current);
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
    const from = this.nudging.current?.shape ?? annotation.coordinates;
    const wanted = turnedVector(offset, this.image.transform().turn, true);
    const shape = moved(from, offsetKeptOnSheet(from, wanted, this.sheet.size));
    this.nudging.moveTo({ key, shape });
    this.layer.setChanging(key, shape);
    this.placeDeleteButton();
    return true;
  }

  /** Saves what the arrow keys moved, if anything waits. */
  saveNudges(): void {
    this.nudging.flush();
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

  private listen(): SheetPointer {
    const { image, layer } = this;
    const actions: PointerActions = {
      isReady: () => this.sheet !== null,
      isSpaceHeld: () => this.spaceHeld,
      pressed: (event, screen) => this.pressed(event, screen),
      apply: (input) => this.apply(input),
      toImage: (screen) => image.toImage(screen),
      onTap: (event) => this.events.onSelect(this.pick(event)?.key ?? null),
      onPan: (offset) => (offset ? image.panBy(offset) : image.settle()),
      onDoubleClick: (event) => {
        const target = this.pick(event);
        if (target && !this.spaceHeld) this.events.onOpen(target.key);
      },
      onDrop: () => this.drop(),
      onLeave: () => layer.setHovered(null),
      onCursor: (event) => this.refreshCursor(event),
    };
    return new SheetPointer(image.canvas, this.elements.host, actions, this.listening.signal);
  }

  /** What a press on the sheet begins; null for a finger that may only pan and tap. */
  private pressed(event: PointerEvent, screen: Point): DrawingInput | null {
    if (!this.sheet) return null;
    this.saveNudges();
    const handle = this.handleUnder(event);
    const selected = this.layer.get(this.view.selectedKey);
    // Shift draws over what is there: a tank inside a yard
    const target = handle ? selected : event.shiftKey ? null : this.pick(event);
    if (isTouch(event) && handle === null && !this.view.touchDraws) return null;
    const point = this.image.toImage(screen);
    return {
      kind: 'press',
      point,
      screen,
      target: target && { key: target.key, coordinates: target.coordinates, movable: this.view.isEditable(target) },
      handle,
      tool: this.view.tool,
      sheet: this.sheet.size,
      mayDraw: this.view.mayDraw && isOnSheet(point, this.sheet.size),
    };
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
    this.pointer.reset();
    this.showDrawing();
  }

  private showDrawing(): void {
    const draft = this.drawing.kind === 'drawing' ? this.drawing.shape : null;
    const changed = changing(this.drawing) ?? this.nudging.current;
    this.layer.setDraft(draft);
    if (changed) this.layer.setChanging(changed.key, changed.shape);
    this.layer.setMeasured(draft ?? (this.drawing.kind === 'reshaping' ? this.drawing.shape : null));
    this.placeDeleteButton();
  }

  private onFrame(transform: SheetTransform): void {
    this.layer.setTransform(transform);
    this.hits.setTransform(transform);
    this.placeDeleteButton();
    placeThumbnail(this.elements.thumbnail, this.image.isDrawn ? null : this.sheet, transform);
    const percentage = zoomPercentage(transform.scale);
    if (percentage !== this.shownPercentage) {
      this.shownPercentage = percentage;
      this.elements.percentage.textContent = percentage;
    }
  }

  private placeDeleteButton(): void {
    const { deleteButton, host } = this.elements;
    const annotation = this.layer.get(this.view.selectedKey);
    const coordinates = annotation && this.layer.coordinatesOf(annotation.key);
    const isShown = annotation && coordinates && this.view.isEditable(annotation) && !isUnderWay(this.drawing);
    placeDeleteButton(deleteButton, host, isShown ? toScreenBox(boundsOf(coordinates), this.image.transform()) : null);
  }

  private pick(event: MouseEvent): ShownAnnotation | null {
    const tolerance = (isTouch(event) ? PICK_TOLERANCE.touch : PICK_TOLERANCE.mouse) / this.image.transform().scale;
    return this.layer.at(this.image.toImage(this.pointer.screenPoint(event)), tolerance);
  }

  private handleUnder(event: MouseEvent): Handle | null {
    const tolerance = isTouch(event) ? HANDLE_TOLERANCE.touch : HANDLE_TOLERANCE.mouse;
    const shape = this.view.selectedKey === null ? null : this.layer.coordinatesOf(this.view.selectedKey);
    if (!shape) return null;
    const middle = toScreen(centreOf(shape), this.image.transform());
    return handleAt(this.layer.handles, this.pointer.screenPoint(event), { tolerance, middle });
  }

  private refreshCursor(event: MouseEvent | null): void {
    this.image.canvas.style.cursor = this.cursorFor(event);
  }

  private cursorFor(event: MouseEvent | null): string {
    if (this.pointer.isPanning) return 'grabbing';
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
