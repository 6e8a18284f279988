import { AnnotationLayer } from './annotation-layer.js';
import type { LayerAnnotation } from './annotation-layer.js';
import type { AnnotationCoordinates, AnnotationType } from './annotation-records.js';
import { IDLE, nextDrawing } from './drawing.js';
import type { DrawingInput, DrawingState } from './drawing.js';
import { ImageViewer } from './image-viewer.js';
import type { Sheet, SheetTransform } from './image-viewer.js';
import { annotationAt, boundsOf, isOnSheet, moved, offsetKeptOnSheet } from './sheet-geometry.js';
import type { Point } from './sheet-geometry.js';
import { zoomPercentage } from './sheet-zoom.js';

/** What a person did on the sheet. Coordinates in image pixels. */
export interface SheetEvents {
  onSelect(key: string | null): void;
  onCreate(type: AnnotationType, coordinates: AnnotationCoordinates): void;
  onMove(key: string, coordinates: AnnotationCoordinates): void;
  onOpen(key: string): void;
  onLoading(loading: boolean): void;
}

/** What the sheet shows and what may be done on it; everything React decides. */
export interface SheetView {
  annotations: readonly LayerAnnotation[];
  selectedKey: string | null;
  tool: AnnotationType;
  mayDraw: boolean;
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

/** CSS pixels around a shape within which a press still means it. */
const PICK_TOLERANCE = { mouse: 4, touch: 12 };

/** An annotation narrower and lower than this on the screen (CSS pixels) is hard to find. */
const VISIBLE_SIZE = 12;

/**
 * Joins the image viewer, the annotation layer and the pointer. Mouse and pen draw, select and drag; Space or the
 * middle button pans (VIEW-29); a finger pans, pinches and taps.
 */
export class SheetController {
  private readonly image: ImageViewer;
  private readonly layer: AnnotationLayer;
  private readonly listening = new AbortController();
  private view: SheetView = {
    annotations: [],
    selectedKey: null,
    tool: 'ellipse',
    mayDraw: false,
    isEditable: () => false,
  };
  private sheet: Sheet | null = null;
  private drawing: DrawingState = IDLE;
  private panFrom: Point | null = null;
  private pointerId: number | null = null;
  private spaceHeld = false;
  private shownPercentage = '';

  constructor(
    private readonly elements: SheetElements,
    private readonly events: SheetEvents,
  ) {
    this.layer = new AnnotationLayer(elements.overlay);
    this.image = new ImageViewer(elements.host, {
      onFrame: (transform) => this.onFrame(transform),
      onLoading: (loading) => events.onLoading(loading),
    });
    this.listen();
  }

  /** Shows a sheet; a drawing under way on the one before is dropped. */
  show(sheet: Sheet | null): void {
    if (this.sheet?.key !== sheet?.key) this.drop();
    this.sheet = sheet;
    this.image.show(sheet);
    this.refreshCursor(null);
  }

  setView(view: SheetView): void {
    this.view = view;
    const dragged = this.drawing.kind === 'dragging' ? this.drawing.target.key : null;
    if (dragged !== null && !view.annotations.some(({ key }) => key === dragged)) this.drop();
    this.layer.setAnnotations(view.annotations);
    this.layer.setSelected(view.selectedKey);
    this.showDrawing();
    this.placeDeleteButton();
  }

  zoomIn = (): void => this.image.zoomIn();
  zoomOut = (): void => this.image.zoomOut();
  zoomToActualSize = (): void => this.image.zoomTo(1);
  fitToPage = (): void => this.image.fitToPage();
  fitToWidth = (): void => this.image.fitToWidth();

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
    const { scale, x, y } = this.image.transform();
    const bounds = boundsOf(coordinates);
    const { clientWidth, clientHeight } = this.elements.host;
    const left = x + bounds.x * scale;
    const top = y + bounds.y * scale;
    const isInView =
      left >= 0 &&
      top >= 0 &&
      left + bounds.width * scale <= clientWidth &&
      top + bounds.height * scale <= clientHeight;
    if (!isInView || Math.max(bounds.width, bounds.height) * scale < VISIBLE_SIZE) this.focusOn(coordinates);
  }

  /** Moves the selected annotation by CSS pixels (the keyboard's way to drag); returns whether there was one to move. */
  nudge(offset: Point): boolean {
    const annotation = this.view.annotations.find(({ key }) => key === this.view.selectedKey);
    if (!annotation || !this.sheet || !this.view.isEditable(annotation)) return false;
    const { scale } = this.image.transform();
    const wanted = { x: offset.x / scale, y: offset.y / scale };
    const kept = offsetKeptOnSheet(annotation.coordinates, wanted, this.sheet.size);
    this.events.onMove(annotation.key, moved(annotation.coordinates, kept));
    return true;
  }

  /** Escape: ends the drawing or drag under way, else clears the selection (ANN-08). */
  cancel(): void {
    this.apply({ kind: 'cancel' });
  }

  /** Names the picture for people who don't see it. */
  describe(description: string): void {
    const { canvas } = this.image;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', description);
  }

  focus(): void {
    this.image.canvas.focus();
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
    this.listening.abort();
    this.layer.destroy();
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
    on('pointercancel', () => this.drop());
    on('dblclick', (event) => this.onDoubleClick(event));
    // the middle button would start the browser's own scrolling
    on('mousedown', (event) => {
      if (event.button === 1) event.preventDefault();
    });
  }

  private onPointerDown(event: PointerEvent): void {
    if (!this.sheet || this.pointerId !== null) return;
    const isPan = event.button === 1 || (event.button === 0 && this.spaceHeld);
    if (event.button !== 0 && !isPan) return;
    const screen = this.screenPoint(event);
    if (isPan && event.pointerType !== 'touch') {
      this.hold(event);
      this.panFrom = screen;
      this.refreshCursor(event);
      return;
    }
    // Shift draws over what is there: a tank inside a yard
    const target = event.shiftKey ? null : this.pick(event);
    // a finger beside the selected annotation pans: OpenSeadragon does that by itself
    const mayDrag = event.pointerType !== 'touch';
    if (mayDrag) this.hold(event);
    const point = this.image.toImage(screen);
    this.apply({
      kind: 'press',
      point,
      screen,
      target: target && {
        key: target.key,
        coordinates: target.coordinates,
        movable: mayDrag && this.view.isEditable(target),
      },
      tool: this.view.tool,
      sheet: this.sheet.size,
      mayDraw: mayDrag && this.view.mayDraw && isOnSheet(point, this.sheet.size),
    });
    if (!mayDrag) this.drawing = IDLE;
  }

  private onPointerMove(event: PointerEvent): void {
    if (this.pointerId === null) {
      this.refreshCursor(event);
      return;
    }
    if (event.pointerId !== this.pointerId) return;
    const screen = this.screenPoint(event);
    if (this.panFrom) {
      this.image.panBy({ x: screen.x - this.panFrom.x, y: screen.y - this.panFrom.y });
      this.panFrom = screen;
      return;
    }
    this.apply({ kind: 'move', point: this.image.toImage(screen), screen });
  }

  private onPointerUp(event: PointerEvent): void {
    if (event.pointerId !== this.pointerId) return;
    this.pointerId = null;
    if (this.panFrom) {
      this.panFrom = null;
      this.image.settle();
    } else {
      const screen = this.screenPoint(event);
      this.apply({ kind: 'release', point: this.image.toImage(screen), screen });
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
    const before = this.drawing;
    const { state, effects } = nextDrawing(before, input);
    this.drawing = state;
    if (before.kind === 'dragging' && state.kind === 'idle') this.layer.setDragged(before.target.key, null);
    for (const effect of effects) {
      if (effect.kind === 'select') this.events.onSelect(effect.key);
      else if (effect.kind === 'create') this.events.onCreate(effect.type, effect.coordinates);
      else this.events.onMove(effect.key, effect.coordinates);
    }
    this.showDrawing();
  }

  /** Forgets the gesture under way, without effects. */
  private drop(): void {
    if (this.drawing.kind === 'dragging') this.layer.setDragged(this.drawing.target.key, null);
    this.drawing = IDLE;
    this.panFrom = null;
    this.pointerId = null;
    this.showDrawing();
  }

  private showDrawing(): void {
    this.layer.setDraft(this.drawing.kind === 'drawing' ? this.drawing.shape : null);
    if (this.drawing.kind === 'dragging') this.layer.setDragged(this.drawing.target.key, this.drawing.shape);
    this.placeDeleteButton();
  }

  private onFrame(transform: SheetTransform): void {
    this.layer.setTransform(transform);
    this.placeDeleteButton();
    this.placeThumbnail(transform);
    const percentage = zoomPercentage(transform.scale);
    if (percentage !== this.shownPercentage) {
      this.shownPercentage = percentage;
      this.elements.percentage.textContent = percentage;
    }
  }

  /** The red x sits on the upper right corner of the selected annotation (ANN-06). */
  private placeDeleteButton(): void {
    const { deleteButton } = this.elements;
    const { selectedKey } = this.view;
    const annotation = this.view.annotations.find(({ key }) => key === selectedKey);
    const coordinates = selectedKey === null ? null : this.layer.coordinatesOf(selectedKey);
    const shown = annotation !== undefined && coordinates !== null && this.view.isEditable(annotation);
    deleteButton.hidden = !shown;
    if (!shown) return;
    const { scale, x, y } = this.image.transform();
    const bounds = boundsOf(coordinates);
    const left = x + (bounds.x + bounds.width) * scale;
    const top = y + bounds.y * scale;
    deleteButton.style.transform = `translate(${left}px, ${top}px) translate(-30%, -70%)`;
  }

  /** The page's thumbnail lies under the canvas, so that a sheet is seen before its first tile has come. */
  private placeThumbnail({ scale, x, y }: SheetTransform): void {
    if (!this.sheet) return;
    const { width, height } = this.sheet.size;
    Object.assign(this.elements.thumbnail.style, {
      width: `${width}px`,
      height: `${height}px`,
      transform: `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`,
    });
  }

  private pick(event: MouseEvent): LayerAnnotation | null {
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    const tolerance = (touch ? PICK_TOLERANCE.touch : PICK_TOLERANCE.mouse) / this.image.transform().scale;
    const point = this.image.toImage(this.screenPoint(event));
    return annotationAt(this.view.annotations, point, { selectedKey: this.view.selectedKey, tolerance });
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
    const target = event && this.sheet ? this.pick(event) : null;
    if (target) return this.view.isEditable(target) ? 'move' : 'pointer';
    return this.view.mayDraw && this.sheet ? 'crosshair' : 'default';
  }
}
