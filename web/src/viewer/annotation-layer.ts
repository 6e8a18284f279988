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

/** Where the picture of the annotations must be drawn anew instead of being moved and stretched. */
const STRETCH_RANGE = { least: 0.75, most: 1.35 };

/** The picture is this much larger than the view on each side, as a share of the view: room to pan before it is redrawn. */
const OVERSCAN = 0.3;

/** A moved or stretched picture is drawn anew once the sheet has rested this long, in milliseconds. */
const REST_MS = 80;

/** How a picture drawn for one place of the sheet must be moved and stretched to fit another. */
export interface PictureFit {
  stretch: number;
  x: number;
  y: number;
}

/**
 * Fits a picture to the sheet's present place; null when it must be drawn anew because it would be stretched too much
 * or would not cover the view.
 *
 * @param margin CSS pixels by which the picture exceeded the view on the left and at the top when it was drawn
 * @param size of the picture, CSS pixels
 */
export function fitPicture(
  drawnAt: SheetTransform,
  now: SheetTransform,
  picture: { margin: { x: number; y: number }; size: Size },
  view: Size,
): PictureFit | null {
  const stretch = now.scale / drawnAt.scale;
  if (stretch < STRETCH_RANGE.least || stretch > STRETCH_RANGE.most) return null;
  const x = now.x - (drawnAt.x + picture.margin.x) * stretch;
  const y = now.y - (drawnAt.y + picture.margin.y) * stretch;
  const covers =
    x <= 0 &&
    y <= 0 &&
    x + picture.size.width * stretch >= view.width &&
    y + picture.size.height * stretch >= view.height;
  return covers ? { stretch, x, y } : null;
}

interface Drawn {
  annotation: LayerAnnotation;
  coordinates: AnnotationCoordinates;
  bounds: RectangleCoordinates;
  marker: HTMLDivElement;
}

/**
 * The annotations of one sheet, over it. Those at rest are one picture (a canvas) that follows the sheet by one CSS
 * transform a frame and is drawn anew only when the sheet comes to rest or leaves what the picture covers; so hundreds
 * cost a frame no more than one. The selected one and the one being drawn are an SVG of their own: dragging redraws
 * nothing else. A picture has no elements, so each annotation also has an empty one at its place, for whatever looks
 * for it from outside. Nothing here takes the pointer.
 */
export class AnnotationLayer {
  private readonly canvas = document.createElement('canvas');
  private readonly markers = document.createElement('div');
  private readonly active: ActiveShapes;
  private readonly labels = new LabelCache();
  private readonly drawn = new Map<string, Drawn>();
  private readonly resizes: ResizeObserver;
  private selectedKey: string | null = null;
  private transform: SheetTransform = { scale: 1, x: 0, y: 0 };
  private drawnAt: SheetTransform = this.transform;
  private view: Size = { width: 0, height: 0 };
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    for (const element of [this.canvas, this.markers]) {
      Object.assign(element.style, { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0' });
      element.setAttribute('aria-hidden', 'true');
    }
    this.canvas.style.willChange = 'transform';
    // hundreds of unclipped elements over a moving canvas would each become a layer of the compositor
    Object.assign(this.markers.style, { width: '0', height: '0', contain: 'strict', overflow: 'clip' });
    this.active = new ActiveShapes();
    host.prepend(this.canvas, this.markers, this.active.svg);
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
    this.showSelected();
    this.redraw();
  }

  setSelected(key: string | null): void {
    if (key === this.selectedKey) return;
    for (const changed of [this.selectedKey, key]) {
      const drawn = changed === null ? undefined : this.drawn.get(changed);
      drawn?.marker.setAttribute('data-selected', String(changed === key));
    }
    this.selectedKey = key;
    this.showSelected();
    this.redraw();
  }

  /** The shape being drawn, or none. */
  setDraft(shape: AnnotationCoordinates | null): void {
    this.active.setDraft(shape);
  }

  /** Shows the selected annotation elsewhere while it is dragged; `null` puts it back where its data says. */
  setDragged(key: string, coordinates: AnnotationCoordinates | null): void {
    const drawn = this.drawn.get(key);
    if (!drawn) return;
    this.place(drawn, coordinates ?? drawn.annotation.coordinates);
    if (key === this.selectedKey) this.showSelected();
    else this.redraw();
  }

  /** Where an annotation is drawn at this moment, a drag included; image pixels. */
  coordinatesOf(key: string): AnnotationCoordinates | null {
    return this.drawn.get(key)?.coordinates ?? null;
  }

  /** Follows the sheet, within its frame. */
  setTransform(transform: SheetTransform): void {
    const before = this.transform;
    if (transform.scale === before.scale && transform.x === before.x && transform.y === before.y) return;
    this.transform = transform;
    this.active.setTransform(transform);
    const { scale, x, y } = transform;
    this.markers.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    const fit = fitPicture(this.drawnAt, transform, { margin: this.margin(), size: this.pictureSize() }, this.view);
    clearTimeout(this.rest);
    if (!fit) {
      this.draw();
      return;
    }
    this.canvas.style.transform = `matrix(${fit.stretch}, 0, 0, ${fit.stretch}, ${fit.x}, ${fit.y})`;
    this.rest = setTimeout(() => this.draw(), REST_MS);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.resizes.disconnect();
    this.canvas.remove();
    this.markers.remove();
    this.active.svg.remove();
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

  private showSelected(): void {
    const drawn = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    this.active.setSelected(drawn ? { coordinates: drawn.coordinates, label: shortLabel(drawn.annotation) } : null);
  }

  private margin(): { x: number; y: number } {
    return { x: Math.round(this.view.width * OVERSCAN), y: Math.round(this.view.height * OVERSCAN) };
  }

  private pictureSize(): Size {
    const { x, y } = this.margin();
    return { width: this.view.width + 2 * x, height: this.view.height + 2 * y };
  }

  private resize(host: HTMLElement): void {
    this.view = { width: host.clientWidth, height: host.clientHeight };
    const { width, height } = this.pictureSize();
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    this.canvas.width = Math.round(width * window.devicePixelRatio);
    this.canvas.height = Math.round(height * window.devicePixelRatio);
    this.draw();
  }

  /** Draws before the next paint, once, however much changed. */
  private redraw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Draws the picture for the sheet's present place. */
  private draw(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = 0;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const margin = this.margin();
    const size = this.pictureSize();
    const { scale, x, y } = this.transform;
    this.drawnAt = this.transform;
    this.canvas.style.transform = `matrix(1, 0, 0, 1, ${-margin.x}, ${-margin.y})`;
    const place: SheetTransform = { scale, x: x + margin.x, y: y + margin.y };

    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    const shown = [...this.drawn.values()].filter(
      ({ annotation, bounds }) => annotation.key !== this.selectedKey && isWithin(bounds, place, size),
    );
    for (const { annotation, coordinates } of shown)
      strokeShape(context, coordinates, colourOf(annotation, null), place);
    for (const drawn of shown) {
      if (drawn.bounds.width * scale >= LABELLED_FROM) this.drawLabel(context, drawn, place);
    }
  }

  private drawLabel(context: CanvasRenderingContext2D, { annotation, bounds }: Drawn, place: SheetTransform): void {
    const label = this.labels.get(shortLabel(annotation), colourOf(annotation, null));
    const left = (bounds.x + bounds.width / 2) * place.scale + place.x - label.width / 2;
    const top = bounds.y * place.scale + place.y - LABEL_HEIGHT - LABEL_GAP;
    context.drawImage(label.picture, Math.round(left), Math.round(top), label.width, LABEL_HEIGHT);
  }
}

/** Whether any part of a shape lies within a picture; bounds in image pixels, the picture in CSS pixels. */
function isWithin(bounds: RectangleCoordinates, { scale, x, y }: SheetTransform, size: Size): boolean {
  // label and stroke reach beyond the shape
  const reach = LABEL_HEIGHT + HALO_WIDTH;
  const left = bounds.x * scale + x;
  const top = bounds.y * scale + y;
  return (
    left < size.width + reach &&
    top < size.height + reach &&
    left + bounds.width * scale > -reach &&
    top + bounds.height * scale > -reach
  );
}

/** Halo and line of one shape. One path a shape: a single path of hundreds is several times slower to fill. */
function strokeShape(
  context: CanvasRenderingContext2D,
  coordinates: AnnotationCoordinates,
  colour: string,
  transform: SheetTransform,
): void {
  context.beginPath();
  trace(context, coordinates, transform);
  context.strokeStyle = HALO_COLOUR;
  context.lineWidth = HALO_WIDTH;
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = STROKE_WIDTH;
  context.stroke();
}

const SVG = 'http://www.w3.org/2000/svg';

/** The selected annotation with its label, and the shape being drawn: what changes while a person drags. */
class ActiveShapes {
  readonly svg = create('svg');
  private readonly group = create('g');
  private readonly selected = create('g');
  private readonly draft = create('g');
  private readonly label = create('text');
  private shown: { coordinates: AnnotationCoordinates; label: string } | null = null;
  private transform: SheetTransform = { scale: 1, x: 0, y: 0 };

  constructor() {
    this.svg.setAttribute('aria-hidden', 'true');
    Object.assign(this.svg.style, { position: 'absolute', top: '0', left: '0', width: '100%', height: '100%' });
    const colour = ANNOTATION_COLOURS.selected;
    setAttributes(this.group, { stroke: colour, fill: colour, 'fill-opacity': FILL_OPACITY });
    setAttributes(this.label, { fill: colour, 'text-anchor': 'middle', 'dominant-baseline': 'central' });
    setAttributes(this.label, { stroke: HALO_COLOUR, 'stroke-width': 3.5, 'stroke-linejoin': 'round' });
    setAttributes(this.label, { 'paint-order': 'stroke' });
    this.label.style.font = LABEL_FONT;
    this.group.append(this.selected, this.draft);
    this.svg.append(this.group, this.label);
  }

  setSelected(shown: { coordinates: AnnotationCoordinates; label: string } | null): void {
    this.shown = shown;
    showShape(this.selected, shown?.coordinates ?? null);
    this.label.textContent = shown?.label ?? '';
    this.placeLabel();
  }

  setDraft(coordinates: AnnotationCoordinates | null): void {
    showShape(this.draft, coordinates);
  }

  setTransform(transform: SheetTransform): void {
    this.transform = transform;
    const { scale, x, y } = transform;
    this.group.setAttribute('transform', `matrix(${scale} 0 0 ${scale} ${x} ${y})`);
    this.placeLabel();
  }

  private placeLabel(): void {
    if (!this.shown) return;
    const { scale, x, y } = this.transform;
    const bounds = boundsOf(this.shown.coordinates);
    const left = (bounds.x + bounds.width / 2) * scale + x;
    const top = bounds.y * scale + y - LABEL_HEIGHT / 2 - LABEL_GAP;
    this.label.setAttribute('transform', `translate(${left} ${top})`);
  }
}

function create<K extends 'svg' | 'g' | 'text' | 'ellipse' | 'rect'>(name: K): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}

function setAttributes(element: SVGElement, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
}

/** Puts halo and line of a shape into a group, or empties it. */
function showShape(group: SVGGElement, coordinates: AnnotationCoordinates | null): void {
  if (!coordinates) {
    group.replaceChildren();
    return;
  }
  const name = isEllipse(coordinates) ? 'ellipse' : 'rect';
  if (group.firstElementChild?.tagName !== name) {
    const halo = create(name);
    setAttributes(halo, { stroke: HALO_COLOUR, 'stroke-width': HALO_WIDTH, fill: 'none' });
    const line = create(name);
    setAttributes(line, { 'stroke-width': STROKE_WIDTH });
    for (const shape of [halo, line]) shape.setAttribute('vector-effect', 'non-scaling-stroke');
    group.replaceChildren(halo, line);
  }
  for (const shape of group.querySelectorAll<SVGElement>(name)) setShape(shape, coordinates);
}

function setShape(shape: SVGElement, coordinates: AnnotationCoordinates): void {
  if (!isEllipse(coordinates)) {
    setAttributes(shape, { ...coordinates });
    return;
  }
  const { centerX, centerY, radiusX, radiusY } = coordinates;
  setAttributes(shape, { cx: centerX, cy: centerY, rx: radiusX, ry: radiusY });
  const degrees = ((coordinates.theta ?? 0) * 180) / Math.PI;
  shape.setAttribute('transform', `rotate(${degrees} ${centerX} ${centerY})`);
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
