import { ActiveShapes } from './active-shapes.js';
import { AnnotationGrid } from './annotation-grid.js';
import { HALO_COLOUR, HALO_WIDTH, paintOf, shortLabel, STROKE_WIDTH } from './annotation-paint.js';
import { isEllipse, labelOf } from './annotation-records.js';
import type { Annotation, AnnotationCoordinates, RectangleCoordinates } from './annotation-records.js';
import { LABEL_HEIGHT, LabelPictures } from './label-pictures.js';
import type { PlacedHandle } from './shape-handles.js';
import { annotationAt, boundsOf } from './sheet-geometry.js';
import type { Point, Size } from './sheet-geometry.js';
import { matrixText, samePlace, toImageBox, toScreen, toScreenBox, UNPLACED } from './sheet-transform.js';
import type { QuarterTurn, SheetTransform } from './sheet-transform.js';

/** An annotation as the layer draws it. `key` stays the same when the server's id replaces the temporary one. */
export type LayerAnnotation = Annotation & { key: string };

/** A shape narrower than this on the screen (CSS pixels) shows no label: hundreds would hide the sheet. */
const LABELLED_FROM = 28;
/** CSS pixels between a shape and its label. */
const LABEL_GAP = 2;

/** Shapes smaller than this on the screen (CSS pixels) are drawn without halo, and smaller still as dots. */
const HALO_FROM = 12;
const DOT_UNDER = 5;

/** Where the picture of the annotations must be drawn anew instead of being moved and stretched. */
const STRETCH_RANGE = { least: 0.75, most: 1.35 };

/** The picture is this much larger than the view on each side, as a share of the view: room to pan before it is redrawn. */
const OVERSCAN = 0.3;

/** Once no more than this share of that room is left on a side, the next picture is begun. */
const ROOM_LEFT = 0.4;

/** A moved or stretched picture is drawn anew once the sheet has rested this long, in milliseconds. */
const REST_MS = 80;

/** Shapes drawn in one frame; more are drawn over several, unseen, so that no frame waits for thousands. */
const SHAPES_A_FRAME = 400;

/** Annotations near the view that have an element of their own; with more, only the first and the selected one have. */
const MOST_MARKERS = 400;

/** How a picture drawn for one place of the sheet must be moved and stretched to fit another. */
export interface PictureFit {
  stretch: number;
  x: number;
  y: number;
}

/**
 * Fits a picture to the sheet's present place; null when it must be drawn anew because it would be stretched too much
 * or would not cover the view, or because the sheet was turned.
 *
 * @param margin CSS pixels by which the picture exceeded the view on the left and at the top when it was drawn
 * @param size of the picture, CSS pixels
 * @param room CSS pixels by which the picture must still exceed the view
 */
export function fitPicture(
  drawnAt: SheetTransform,
  now: SheetTransform,
  picture: { margin: Point; size: Size },
  view: Size,
  room: Point = { x: 0, y: 0 },
): PictureFit | null {
  if (drawnAt.turn !== now.turn) return null;
  const fit = moveTo(drawnAt, now, picture.margin);
  if (fit.stretch < STRETCH_RANGE.least || fit.stretch > STRETCH_RANGE.most) return null;
  const covers =
    fit.x <= -room.x &&
    fit.y <= -room.y &&
    fit.x + picture.size.width * fit.stretch >= view.width + room.x &&
    fit.y + picture.size.height * fit.stretch >= view.height + room.y;
  return covers ? fit : null;
}

function moveTo(drawnAt: SheetTransform, now: SheetTransform, margin: Point): PictureFit {
  const stretch = now.scale / drawnAt.scale;
  return {
    stretch,
    x: now.x - (drawnAt.x + margin.x) * stretch,
    y: now.y - (drawnAt.y + margin.y) * stretch,
  };
}

interface Drawn {
  annotation: LayerAnnotation;
  key: string;
  /** Where it is drawn: elsewhere than its data says while it is being changed. */
  coordinates: AnnotationCoordinates;
  bounds: RectangleCoordinates;
}

/** A picture that is being drawn. */
interface Drawing {
  context: CanvasRenderingContext2D;
  at: SheetTransform;
  place: SheetTransform;
  shapes: Drawn[];
  /** Drawn after the shapes: a label is read through no neighbour's line. */
  labels: Drawn[];
  next: number;
}

/**
 * The annotations of one sheet, over it. Those at rest are one picture (a canvas) that follows the sheet by one CSS
 * transform a frame. It is drawn anew only when the sheet comes to rest or is about to leave what the picture covers;
 * thousands are drawn over several frames on a second canvas, which then takes the place of the first. So a frame
 * costs the same for one and for ten thousand. The selected one and the one being drawn are an SVG of their own:
 * dragging redraws nothing else. A picture has no elements, so the annotations near the view also have an empty one
 * at their place, for whatever looks for them from outside. Nothing here takes the pointer.
 */
export class AnnotationLayer {
  private canvas = pictureCanvas();
  private spare = pictureCanvas();
  private readonly markers = document.createElement('div');
  private readonly markerOf = new Map<string, HTMLDivElement>();
  private readonly active: ActiveShapes;
  private readonly labels = new LabelPictures(HALO_COLOUR);
  private readonly drawn = new Map<string, Drawn>();
  private readonly grid = new AnnotationGrid<Drawn>();
  private readonly resizes: ResizeObserver;
  private drawing: Drawing | null = null;
  private selectedKey: string | null = null;
  private hasHandles = false;
  /** Whether the sheet has moved on since the elements were made. */
  private hasOldMarkers = false;
  private transform: SheetTransform = UNPLACED;
  private drawnAt: SheetTransform = UNPLACED;
  private view: Size = { width: 0, height: 0 };
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    Object.assign(this.markers.style, { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0' });
    // hundreds of unclipped elements over a moving canvas would each become a layer of the compositor
    Object.assign(this.markers.style, { width: '0', height: '0', contain: 'strict', overflow: 'clip' });
    this.markers.setAttribute('aria-hidden', 'true');
    this.active = new ActiveShapes(() => this.view);
    host.prepend(this.canvas, this.spare, this.markers, this.active.svg, this.active.readout);
    this.resizes = new ResizeObserver(() => this.resize(host));
    this.resizes.observe(host);
    this.resize(host);
  }

  /** Makes the layer show these annotations and no others. */
  setAnnotations(annotations: readonly LayerAnnotation[]): void {
    const gone = new Set(this.drawn.keys());
    let changed = false;
    for (const annotation of annotations) {
      const { key } = annotation;
      gone.delete(key);
      const known = this.drawn.get(key);
      if (known?.annotation === annotation) continue;
      changed = true;
      this.place(known ?? { annotation, key, ...placeOf(annotation.coordinates) }, annotation);
    }
    for (const key of gone) {
      this.drawn.delete(key);
      this.grid.remove(key);
      this.removeMarker(key);
    }
    if (!changed && gone.size === 0) return;
    this.showSelected();
    this.redraw();
  }

  /** @param hasHandles whether the selected annotation may be changed */
  setSelected(key: string | null, hasHandles: boolean): void {
    if (key === this.selectedKey && hasHandles === this.hasHandles) return;
    const before = this.selectedKey;
    this.selectedKey = key;
    this.hasHandles = hasHandles;
    for (const changed of [before, key]) {
      if (changed !== null) this.markerOf.get(changed)?.setAttribute('data-selected', String(changed === key));
    }
    this.showSelected();
    if (before !== key) this.redraw();
  }

  /** The shape being drawn, or none. */
  setDraft(shape: AnnotationCoordinates | null): void {
    this.active.setDraft(shape);
  }

  /** The shape whose size is written under it, or none. */
  setMeasured(shape: AnnotationCoordinates | null): void {
    this.active.setMeasured(shape);
  }

  /** Shows an annotation elsewhere while it is moved or resized; `null` puts it back where its data says. */
  setChanging(key: string, coordinates: AnnotationCoordinates | null): void {
    const drawn = this.drawn.get(key);
    if (!drawn) return;
    this.place(drawn, drawn.annotation, coordinates ?? drawn.annotation.coordinates);
    if (key === this.selectedKey) this.showSelected();
    else this.redraw();
  }

  get(key: string | null): LayerAnnotation | null {
    return key === null ? null : (this.drawn.get(key)?.annotation ?? null);
  }

  /** Where an annotation is drawn at this moment, a drag included; image pixels. */
  coordinatesOf(key: string): AnnotationCoordinates | null {
    return this.drawn.get(key)?.coordinates ?? null;
  }

  /**
   * The annotation that a press means.
   *
   * @param point image pixels
   * @param tolerance image pixels by which every shape is grown
   */
  at(point: Point, tolerance: number): LayerAnnotation | null {
    const area = { x: point.x - tolerance, y: point.y - tolerance, width: 2 * tolerance, height: 2 * tolerance };
    const near = this.grid.within(area);
    return annotationAt(near, point, { selectedKey: this.selectedKey, tolerance })?.annotation ?? null;
  }

  /** The handles of the selected annotation as they lie on the screen. */
  get handles(): readonly PlacedHandle[] {
    return this.active.handles;
  }

  /** Follows the sheet, within its frame. */
  setTransform(transform: SheetTransform): void {
    if (samePlace(transform, this.transform)) return;
    const isTurned = transform.turn !== this.transform.turn;
    this.transform = transform;
    this.active.setTransform(transform);
    this.markers.style.transform = matrixText(transform);
    clearTimeout(this.rest);
    if (isTurned) {
      this.draw();
      return;
    }
    this.movePicture();
    const room = { x: this.margin().x * ROOM_LEFT, y: this.margin().y * ROOM_LEFT };
    if (!this.fits(this.drawnAt, room) && !(this.drawing && this.fits(this.drawing.at))) this.draw({ isMoving: true });
    const isDrawn = samePlace(this.drawing?.at ?? this.drawnAt, transform);
    if (!isDrawn || this.hasOldMarkers) this.rest = setTimeout(() => this.settle(isDrawn), REST_MS);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.resizes.disconnect();
    this.canvas.remove();
    this.spare.remove();
    this.markers.remove();
    this.active.remove();
    this.drawn.clear();
    this.grid.clear();
  }

  private place(drawn: Drawn, annotation: LayerAnnotation, coordinates = annotation.coordinates): void {
    Object.assign(drawn, { annotation }, placeOf(coordinates));
    this.drawn.set(drawn.key, drawn);
    this.grid.put(drawn.key, drawn, drawn.bounds);
    const marker = this.markerOf.get(drawn.key);
    if (marker) this.describe(marker, drawn);
  }

  private showSelected(): void {
    const drawn = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    const { hasHandles } = this;
    this.active.setSelected(
      drawn ? { coordinates: drawn.coordinates, label: shortLabel(drawn.annotation), hasHandles } : null,
    );
  }

  private margin(): Point {
    return { x: Math.round(this.view.width * OVERSCAN), y: Math.round(this.view.height * OVERSCAN) };
  }

  private pictureSize(): Size {
    const { x, y } = this.margin();
    return { width: this.view.width + 2 * x, height: this.view.height + 2 * y };
  }

  private fits(drawnAt: SheetTransform, room?: Point): boolean {
    const picture = { margin: this.margin(), size: this.pictureSize() };
    return fitPicture(drawnAt, this.transform, picture, this.view, room) !== null;
  }

  private movePicture(): void {
    const { stretch, x, y } = moveTo(this.drawnAt, this.transform, this.margin());
    this.canvas.style.transform = `matrix(${stretch}, 0, 0, ${stretch}, ${x}, ${y})`;
  }

  private resize(host: HTMLElement): void {
    this.view = { width: host.clientWidth, height: host.clientHeight };
    const { width, height } = this.pictureSize();
    for (const canvas of [this.canvas, this.spare]) {
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
      canvas.width = Math.round(width * window.devicePixelRatio);
      canvas.height = Math.round(height * window.devicePixelRatio);
    }
    this.draw();
  }

  /** The sheet has come to rest: what was left out while it moved is made up for. */
  private settle(isDrawn: boolean): void {
    if (isDrawn) this.showMarkers(this.near());
    else this.draw();
  }

  /** What the picture around the view shows. */
  private near(): Drawn[] {
    const margin = this.margin();
    const { width, height } = this.pictureSize();
    // labels and strokes reach beyond the shapes
    const reach = LABEL_HEIGHT + HALO_WIDTH;
    const area = {
      x: -margin.x - reach,
      y: -margin.y - reach,
      width: width + 2 * reach,
      height: height + 2 * reach,
    };
    return this.grid.within(toImageBox(area, this.transform));
  }

  /** Draws before the next paint, once, however much changed. */
  private redraw(): void {
    this.drawing = null;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Begins a picture for the sheet's present place; one that was being drawn for another is dropped. */
  private draw({ isMoving = false } = {}): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = 0;
    this.drawing = null;
    const margin = this.margin();
    const size = this.pictureSize();
    const near = this.near();
    // elements for what is passed by would only cost
    if (isMoving) this.hasOldMarkers = true;
    else this.showMarkers(near);
    const context = this.spare.getContext('2d');
    if (!context) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, size.width, size.height);
    const { x, y } = this.transform;
    const shapes = near.filter(({ key }) => key !== this.selectedKey);
    this.drawing = {
      context,
      at: this.transform,
      place: { ...this.transform, x: x + margin.x, y: y + margin.y },
      shapes,
      labels: shapes.filter(({ bounds }) => toScreenBox(bounds, this.transform).width >= LABELLED_FROM),
      next: 0,
    };
    this.drawOn();
  }

  /** Draws as much as one frame bears, and shows the picture once it is complete. */
  private drawOn(): void {
    const { drawing } = this;
    if (!drawing) return;
    const { context, place, shapes, labels } = drawing;
    const all = shapes.length + labels.length;
    const end = Math.min(drawing.next + SHAPES_A_FRAME, all);
    for (let index = drawing.next; index < end; index += 1) {
      const shape = shapes[index];
      const label = labels[index - shapes.length];
      if (shape) drawShape(context, shape, place);
      else if (label) this.drawLabel(context, label, place);
    }
    drawing.next = end;
    if (end < all) {
      this.frame = requestAnimationFrame(() => this.drawOn());
      return;
    }
    this.frame = 0;
    this.drawing = null;
    [this.canvas, this.spare] = [this.spare, this.canvas];
    this.drawnAt = drawing.at;
    this.movePicture();
    this.canvas.style.visibility = 'visible';
    this.spare.style.visibility = 'hidden';
  }

  private drawLabel(context: CanvasRenderingContext2D, { annotation, bounds }: Drawn, place: SheetTransform): void {
    const { colour, opacity } = paintOf(annotation);
    const label = this.labels.get(shortLabel(annotation), colour);
    const box = toScreenBox(bounds, place);
    const left = box.x + box.width / 2 - label.width / 2;
    context.globalAlpha = opacity;
    const top = Math.round(box.y - LABEL_HEIGHT - LABEL_GAP);
    context.drawImage(label.picture, Math.round(left), top, label.width, LABEL_HEIGHT);
    context.globalAlpha = 1;
  }

  /** Gives the annotations near the view their elements, and takes those of the others. */
  private showMarkers(near: readonly Drawn[]): void {
    this.hasOldMarkers = false;
    const selected = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    const shown = new Set(near.slice(0, MOST_MARKERS));
    if (selected) shown.add(selected);
    const keys = new Set(Array.from(shown, ({ key }) => key));
    for (const key of [...this.markerOf.keys()]) {
      if (!keys.has(key)) this.removeMarker(key);
    }
    for (const drawn of shown) {
      if (this.markerOf.has(drawn.key)) continue;
      const marker = document.createElement('div');
      marker.style.position = 'absolute';
      this.describe(marker, drawn);
      this.markerOf.set(drawn.key, marker);
      this.markers.append(marker);
    }
  }

  private describe(marker: HTMLDivElement, { annotation, bounds: { x, y, width, height } }: Drawn): void {
    Object.assign(marker.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    marker.setAttribute('data-testid', `annotation-${annotation.id}`);
    marker.setAttribute('data-author-type', annotation.author_type);
    marker.setAttribute('data-label', labelOf(annotation));
    marker.setAttribute('data-selected', String(annotation.key === this.selectedKey));
  }

  private removeMarker(key: string): void {
    this.markerOf.get(key)?.remove();
    this.markerOf.delete(key);
  }
}

function placeOf(coordinates: AnnotationCoordinates): Pick<Drawn, 'coordinates' | 'bounds'> {
  return { coordinates, bounds: boundsOf(coordinates) };
}

function pictureCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0' });
  canvas.style.willChange = 'transform';
  canvas.style.visibility = 'hidden';
  return canvas;
}

/** Halo and line of one shape. One path a shape: a single path of hundreds is several times slower to fill. */
function drawShape(
  context: CanvasRenderingContext2D,
  { annotation, coordinates, bounds }: Drawn,
  place: SheetTransform,
): void {
  const { colour, opacity, dash, halo } = paintOf(annotation);
  const extent = Math.max(bounds.width, bounds.height) * place.scale;
  context.globalAlpha = opacity;
  if (extent < DOT_UNDER) {
    const middle = toScreen({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }, place);
    context.fillStyle = colour;
    context.fillRect(middle.x - 1.5, middle.y - 1.5, 3, 3);
    return;
  }
  context.beginPath();
  trace(context, coordinates, place);
  if (halo && extent >= HALO_FROM) {
    context.strokeStyle = HALO_COLOUR;
    context.lineWidth = HALO_WIDTH;
    context.stroke();
  }
  if (dash.length > 0) context.setLineDash([...dash]);
  context.strokeStyle = colour;
  context.lineWidth = extent >= HALO_FROM ? STROKE_WIDTH : STROKE_WIDTH / 2;
  context.stroke();
  if (dash.length > 0) context.setLineDash([]);
}

const RADIANS: Record<QuarterTurn, number> = { 0: 0, 90: Math.PI / 2, 180: Math.PI, 270: -Math.PI / 2 };

/** Adds a shape to the path, in CSS pixels. */
function trace(context: CanvasRenderingContext2D, coordinates: AnnotationCoordinates, place: SheetTransform): void {
  if (!isEllipse(coordinates)) {
    const { x, y, width, height } = toScreenBox(coordinates, place);
    context.rect(x, y, width, height);
    return;
  }
  const { centerX, centerY, radiusX, radiusY, theta } = coordinates;
  const middle = toScreen({ x: centerX, y: centerY }, place);
  const slant = (theta ?? 0) + RADIANS[place.turn];
  context.ellipse(middle.x, middle.y, radiusX * place.scale, radiusY * place.scale, slant, 0, 2 * Math.PI);
}
