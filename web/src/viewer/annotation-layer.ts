import { isEllipse, labelOf } from './annotation-records.js';
import type { Annotation, AnnotationCoordinates, AuthorType, RectangleCoordinates } from './annotation-records.js';
import type { SheetTransform } from './image-viewer.js';
import { boundsOf } from './sheet-geometry.js';
import type { Size } from './sheet-geometry.js';

/** An annotation as the layer draws it. `key` stays the same when the server's id replaces the temporary one. */
export type LayerAnnotation = Annotation & { key: string };

/**
 * Colours of the specification (ANN-09): human blue, AI agent purple, selected green. Deep shades, so that they read
 * on cream paper; the white halo under each stroke carries them over dark aerial photographs.
 */
export const ANNOTATION_COLOURS: Record<AuthorType | 'selected', string> = {
  human: '#0f5fd7',
  ai_agent: '#8a2be2',
  selected: '#0b8a3a',
};

const HALO_COLOUR = 'rgba(255, 255, 255, 0.85)';

/** Widths in CSS pixels, the same at every zoom. */
const HALO_WIDTH = 5.5;
const STROKE_WIDTH = 2.5;

/** Opacity of the fill of the selected annotation and of the one being drawn. */
const FILL_OPACITY = 0.14;

/** A shape narrower than this on the screen (CSS pixels) shows no label: hundreds would hide the sheet. */
const LABELLED_FROM = 28;

const LABEL_FONT = "600 12px 'IBM Plex Sans Variable', system-ui, sans-serif";
const LABEL_HEIGHT = 20;
/** CSS pixels between a shape and its label. */
const LABEL_GAP = 2;
/** Longest label beside a shape, in characters; the panel shows the whole. */
const LABEL_LENGTH = 40;

/** The colour of an annotation: selection goes before authorship (ANN-04, ANN-09). */
export function colourOf(annotation: Pick<LayerAnnotation, 'key' | 'author_type'>, selectedKey: string | null): string {
  return ANNOTATION_COLOURS[annotation.key === selectedKey ? 'selected' : annotation.author_type];
}

/** The label as it stands beside a shape (ANN-10). */
export function shortLabel(annotation: Pick<Annotation, 'content'>): string {
  const label = labelOf(annotation);
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label;
}

/** Whether any part of a shape is in view; bounds in image pixels, the view in CSS pixels. */
export function isInView(bounds: RectangleCoordinates, { scale, x, y }: SheetTransform, view: Size): boolean {
  // label and stroke reach beyond the shape
  const margin = LABEL_HEIGHT + HALO_WIDTH;
  const left = bounds.x * scale + x;
  const top = bounds.y * scale + y;
  return (
    left < view.width + margin &&
    top < view.height + margin &&
    left + bounds.width * scale > -margin &&
    top + bounds.height * scale > -margin
  );
}

interface Drawn {
  annotation: LayerAnnotation;
  coordinates: AnnotationCoordinates;
  bounds: RectangleCoordinates;
  marker: HTMLDivElement;
}

/**
 * The annotations of one sheet, drawn on one canvas over the sheet in the same frame as the sheet itself: shapes of a
 * colour are one path, labels are drawn once and copied, what is out of view is skipped. A canvas has no elements, so
 * each annotation also has an empty one at its place, for whatever looks for it from outside; they lie in image
 * pixels in one layer, and a frame changes that layer's transform and nothing else. Nothing here takes the pointer.
 */
export class AnnotationLayer {
  private readonly canvas = document.createElement('canvas');
  private readonly markers = document.createElement('div');
  private readonly context = this.canvas.getContext('2d');
  private readonly labels = new LabelCache();
  private readonly drawn = new Map<string, Drawn>();
  private readonly resizes: ResizeObserver;
  private selectedKey: string | null = null;
  private draft: AnnotationCoordinates | null = null;
  private transform: SheetTransform = { scale: 1, x: 0, y: 0 };
  private view: Size = { width: 0, height: 0 };
  private frame = 0;

  constructor(host: HTMLElement) {
    Object.assign(this.canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
    Object.assign(this.markers.style, { position: 'absolute', top: '0', left: '0', width: '0', height: '0' });
    Object.assign(this.markers.style, { transformOrigin: '0 0', willChange: 'transform' });
    this.markers.setAttribute('aria-hidden', 'true');
    this.canvas.setAttribute('aria-hidden', 'true');
    host.prepend(this.canvas, this.markers);
    this.resizes = new ResizeObserver(() => this.resize(host));
    this.resizes.observe(host);
    this.resize(host);
  }

  /** Makes the layer show these annotations and no others. */
  setAnnotations(annotations: readonly LayerAnnotation[]): void {
    const gone = new Set(this.drawn.keys());
    for (const annotation of annotations) {
      gone.delete(annotation.key);
      const known = this.drawn.get(annotation.key);
      if (!known) this.add(annotation);
      else if (known.annotation !== annotation) {
        known.annotation = annotation;
        this.place(known, annotation.coordinates);
      }
    }
    for (const key of gone) {
      this.drawn.get(key)?.marker.remove();
      this.drawn.delete(key);
    }
    this.redraw();
  }

  setSelected(key: string | null): void {
    for (const changed of [this.selectedKey, key]) {
      const drawn = changed === null ? undefined : this.drawn.get(changed);
      drawn?.marker.setAttribute('data-selected', String(changed === key));
    }
    this.selectedKey = key;
    this.redraw();
  }

  /** The shape being drawn, or none. */
  setDraft(shape: AnnotationCoordinates | null): void {
    if (this.draft === shape) return;
    this.draft = shape;
    this.redraw();
  }

  /** Shows an annotation elsewhere while it is dragged; `null` puts it back where its data says. */
  setDragged(key: string, coordinates: AnnotationCoordinates | null): void {
    const drawn = this.drawn.get(key);
    if (!drawn) return;
    this.place(drawn, coordinates ?? drawn.annotation.coordinates);
    this.redraw();
  }

  /** Where an annotation is drawn at this moment, a drag included; image pixels. */
  coordinatesOf(key: string): AnnotationCoordinates | null {
    return this.drawn.get(key)?.coordinates ?? null;
  }

  /** Follows the sheet, within its frame. */
  setTransform(transform: SheetTransform): void {
    this.transform = transform;
    const { scale, x, y } = transform;
    this.markers.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    this.draw();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.resizes.disconnect();
    this.canvas.remove();
    this.markers.remove();
    this.drawn.clear();
  }

  private add(annotation: LayerAnnotation): void {
    const marker = document.createElement('div');
    marker.style.position = 'absolute';
    const { coordinates } = annotation;
    const drawn: Drawn = { annotation, coordinates, bounds: boundsOf(coordinates), marker };
    this.drawn.set(annotation.key, drawn);
    this.markers.append(marker);
    this.place(drawn, coordinates);
  }

  private place(drawn: Drawn, coordinates: AnnotationCoordinates): void {
    const { annotation, marker } = drawn;
    drawn.coordinates = coordinates;
    drawn.bounds = boundsOf(coordinates);
    const { x, y, width, height } = drawn.bounds;
    Object.assign(marker.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    marker.setAttribute('data-testid', `annotation-${annotation.id}`);
    marker.setAttribute('data-author-type', annotation.author_type);
    marker.setAttribute('data-label', labelOf(annotation));
    marker.setAttribute('data-selected', String(annotation.key === this.selectedKey));
  }

  private resize(host: HTMLElement): void {
    this.view = { width: host.clientWidth, height: host.clientHeight };
    this.canvas.width = Math.round(this.view.width * window.devicePixelRatio);
    this.canvas.height = Math.round(this.view.height * window.devicePixelRatio);
    this.draw();
  }

  /** Draws before the next paint, once, however much changed. */
  private redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { context } = this;
    if (!context) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.view.width, this.view.height);

    const visible = [...this.drawn.values()].filter(({ bounds }) => isInView(bounds, this.transform, this.view));
    const selected = visible.filter(({ annotation }) => annotation.key === this.selectedKey);
    const others = visible.filter(({ annotation }) => annotation.key !== this.selectedKey);
    for (const type of ['human', 'ai_agent'] as const) {
      const shapes = others.filter(({ annotation }) => annotation.author_type === type);
      this.strokeShapes(context, shapes, ANNOTATION_COLOURS[type], false);
    }
    for (const drawn of others) this.drawLabel(context, drawn, drawn.bounds.width * this.transform.scale >= LABELLED_FROM);
    // the selected one and the one being drawn lie on top
    this.strokeShapes(context, selected, ANNOTATION_COLOURS.selected, true);
    for (const drawn of selected) this.drawLabel(context, drawn, true);
    if (this.draft) this.strokeShapes(context, [{ coordinates: this.draft }], ANNOTATION_COLOURS.selected, true);
  }

  private strokeShapes(
    context: CanvasRenderingContext2D,
    shapes: readonly { coordinates: AnnotationCoordinates }[],
    colour: string,
    filled: boolean,
  ): void {
    if (shapes.length === 0) return;
    context.beginPath();
    for (const { coordinates } of shapes) trace(context, coordinates, this.transform);
    if (filled) {
      context.globalAlpha = FILL_OPACITY;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = HALO_COLOUR;
    context.lineWidth = HALO_WIDTH;
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = STROKE_WIDTH;
    context.stroke();
  }

  private drawLabel(context: CanvasRenderingContext2D, { annotation, bounds }: Drawn, isShown: boolean): void {
    if (!isShown) return;
    const { scale, x, y } = this.transform;
    const label = this.labels.get(shortLabel(annotation), colourOf(annotation, this.selectedKey));
    const left = (bounds.x + bounds.width / 2) * scale + x - label.width / 2;
    const top = bounds.y * scale + y - LABEL_HEIGHT - LABEL_GAP;
    context.drawImage(label.picture, Math.round(left), Math.round(top), label.width, LABEL_HEIGHT);
  }
}

/** Adds a shape to the path, in CSS pixels. */
function trace(context: CanvasRenderingContext2D, coordinates: AnnotationCoordinates, transform: SheetTransform): void {
  const { scale, x, y } = transform;
  if (!isEllipse(coordinates)) {
    context.rect(
      coordinates.x * scale + x,
      coordinates.y * scale + y,
      coordinates.width * scale,
      coordinates.height * scale,
    );
    return;
  }
  const centerX = coordinates.centerX * scale + x;
  const centerY = coordinates.centerY * scale + y;
  const radiusX = coordinates.radiusX * scale;
  const theta = coordinates.theta ?? 0;
  // an ellipse starts at its own zero angle: without the move a line would join it to the shape before
  context.moveTo(centerX + radiusX * Math.cos(theta), centerY + radiusX * Math.sin(theta));
  context.ellipse(centerX, centerY, radiusX, coordinates.radiusY * scale, theta, 0, 2 * Math.PI);
}

interface Label {
  picture: HTMLCanvasElement;
  /** CSS pixels */
  width: number;
}

/** Labels as small pictures: outlined text costs more than all shapes together when it is drawn in every frame. */
class LabelCache {
  private readonly labels = new Map<string, Label>();
  private ratio = 0;

  get(text: string, colour: string): Label {
    // another screen, another density
    if (this.ratio !== window.devicePixelRatio || this.labels.size > MOST_LABELS) this.labels.clear();
    this.ratio = window.devicePixelRatio;
    const key = `${colour} ${text}`;
    let label = this.labels.get(key);
    if (!label) {
      label = drawLabel(text, colour, this.ratio);
      this.labels.set(key, label);
    }
    return label;
  }
}

const MOST_LABELS = 3000;

function drawLabel(text: string, colour: string, ratio: number): Label {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) return { picture, width: 0 };
  context.font = LABEL_FONT;
  const width = Math.ceil(context.measureText(text).width) + 8;
  picture.width = Math.ceil(width * ratio);
  picture.height = Math.ceil(LABEL_HEIGHT * ratio);
  // setting the size has reset the context
  context.scale(ratio, ratio);
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = HALO_COLOUR;
  context.strokeText(text, 4, LABEL_HEIGHT / 2);
  context.fillStyle = colour;
  context.fillText(text, 4, LABEL_HEIGHT / 2);
  return { picture, width };
}
