import {
  HALO_COLOUR,
  HALO_WIDTH,
  LABEL_FONT,
  LABEL_GAP,
  LABEL_HALO_WIDTH,
  LABEL_HEIGHT,
  SELECTED_COLOUR,
  STROKE_WIDTH,
} from './paint.js';
import { isEllipse, isPolygon, kindOf } from '../geometry/shapes.js';
import type { Shape, Rectangle } from '../geometry/shapes.js';
import { boundsOf, clamp } from '../geometry/geometry.js';
import type { Point, Size } from '../geometry/geometry.js';
import { placedHandles, sizeText } from '../drawing/shape-handles.js';
import type { PlacedHandle } from '../drawing/shape-handles.js';
import { matrixText, toScreen, toScreenBox, UNPLACED } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';

const FILL_OPACITY = 0.14;

/** CSS pixels. */
const HANDLE_RADIUS = { mouse: 5, touch: 9 };

/** CSS pixels to the text below. */
const GAP = 4;
const READOUT_HEIGHT = 22;

/** Text on a plate stays readable on any background. */
const PLATE_STYLE = {
  position: 'absolute',
  top: '0',
  left: '0',
  padding: '0 8px',
  borderRadius: '4px',
  font: LABEL_FONT,
  whiteSpace: 'nowrap',
};

/** Measuring line; differs from every mark colour. */
const MEASURE_COLOUR = '#b3261e';

const SVG = 'http://www.w3.org/2000/svg';

export interface ActiveShape {
  coordinates: Shape;
  label: string;
  /** CSS pixels. */
  labelWidth: number;
  hasHandles: boolean;
}

/** Its label has no room on the sheet. */
export interface HoveredLabel {
  bounds: Rectangle;
  label: string;
  colour: string;
}

/**
 * What changes while dragging or pointing: the selected mark with label and handles, the draft, the size readout
 * and the hovered label.
 */
export class ActiveShapes {
  readonly svg = create('svg');
  readonly readout = document.createElement('div');
  readonly hoveredLabel = document.createElement('div');
  private readonly group = create('g');
  private readonly selected = create('g');
  private readonly draft = create('g');
  private readonly frame = create('g');
  private readonly label = create('text');
  private readonly handleGroup = create('g');
  private readonly handleRadius: number;
  private shown: ActiveShape | null = null;
  private hasDraft = false;
  private hasFrame = false;
  private readonly startDot = create('circle');
  private start: Point | null = null;
  private readonly lineGroup = create('g');
  private readonly lineReadout = document.createElement('div');
  private line: { from: Point; to: Point } | null = null;
  private lengthText = (pixels: number): string => `${Math.round(pixels)} px`;
  private measured: Shape | null = null;
  private hovered: HoveredLabel | null = null;
  /** CSS pixels. */
  private hoveredWidth = 0;
  private placed: PlacedHandle[] = [];
  private transform: SheetTransform = UNPLACED;

  constructor(private readonly viewOf: () => Size) {
    const isTouch = window.matchMedia?.('(pointer: coarse)').matches ?? false;
    this.handleRadius = isTouch ? HANDLE_RADIUS.touch : HANDLE_RADIUS.mouse;
    this.svg.setAttribute('aria-hidden', 'true');
    Object.assign(this.svg.style, { position: 'absolute', top: '0', left: '0', width: '100%', height: '100%' });
    const colour = SELECTED_COLOUR;
    setAttributes(this.group, { stroke: colour, fill: colour, 'fill-opacity': FILL_OPACITY });
    setAttributes(this.label, { fill: colour, 'text-anchor': 'middle', 'dominant-baseline': 'central' });
    setAttributes(this.label, { stroke: HALO_COLOUR, 'stroke-width': LABEL_HALO_WIDTH, 'stroke-linejoin': 'round' });
    setAttributes(this.label, { 'paint-order': 'stroke' });
    setAttributes(this.handleGroup, { stroke: colour, fill: '#ffffff', 'stroke-width': 2 });
    this.label.style.font = LABEL_FONT;
    setAttributes(this.frame, { 'stroke-dasharray': '6 4', 'fill-opacity': FILL_OPACITY / 2 });
    this.group.append(this.selected, this.draft, this.frame);
    this.showAny();
    setAttributes(this.startDot, { r: this.handleRadius + 1, fill: '#ffffff', stroke: colour, 'stroke-width': 2.5 });
    this.startDot.setAttribute('data-testid', 'first-corner');
    this.startDot.style.display = 'none';
    for (const [stroke, width] of [
      [HALO_COLOUR, HALO_WIDTH],
      [MEASURE_COLOUR, STROKE_WIDTH],
    ] as const) {
      const part = create('line');
      setAttributes(part, { stroke, 'stroke-width': width, 'stroke-linecap': 'round' });
      this.lineGroup.append(part);
    }
    this.lineReadout.setAttribute('data-testid', 'length-readout');
    this.svg.append(this.group, this.lineGroup, this.handleGroup, this.startDot, this.label);
    this.readout.setAttribute('data-testid', 'size-readout');
    this.hoveredLabel.setAttribute('data-testid', 'hovered-label');
    for (const plate of [this.readout, this.hoveredLabel, this.lineReadout]) {
      plate.setAttribute('aria-hidden', 'true');
      plate.hidden = true;
      Object.assign(plate.style, PLATE_STYLE);
    }
    for (const { style } of [this.readout, this.lineReadout])
      Object.assign(style, {
        height: `${READOUT_HEIGHT}px`,
        lineHeight: `${READOUT_HEIGHT}px`,
        fontVariantNumeric: 'tabular-nums',
        color: '#ffffff',
        backgroundColor: 'rgba(20, 20, 20, 0.86)',
      });
    Object.assign(this.hoveredLabel.style, {
      height: `${LABEL_HEIGHT}px`,
      lineHeight: `${LABEL_HEIGHT}px`,
      backgroundColor: 'rgba(255, 255, 255, 0.94)',
      boxShadow: '0 0 0 1px rgba(0, 0, 0, 0.12)',
    });
  }

  /** In screen coordinates and hit-test order. */
  get handles(): readonly PlacedHandle[] {
    return this.placed;
  }

  setSelected(shown: ActiveShape | null): void {
    this.shown = shown;
    showShape(this.selected, shown?.coordinates ?? null);
    this.label.textContent = shown?.label ?? '';
    this.place();
    this.showAny();
  }

  setDraft(coordinates: Shape | null): void {
    this.hasDraft = coordinates !== null;
    showShape(this.draft, coordinates);
    this.showAny();
  }

  setStart(corner: Point | null): void {
    this.start = corner;
    this.startDot.style.display = corner ? '' : 'none';
    this.placeStart();
  }

  setLine(line: { from: Point; to: Point } | null): void {
    this.line = line;
    this.lineGroup.style.display = line ? '' : 'none';
    this.lineReadout.hidden = line === null;
    this.showLength();
    this.showAny();
    this.placeLine();
  }

  /** Image pixels. */
  setLengthText(textOf: (pixels: number) => string): void {
    this.lengthText = textOf;
    this.showLength();
  }

  private showLength(): void {
    if (!this.line) return;
    const { from, to } = this.line;
    this.lineReadout.textContent = this.lengthText(Math.hypot(to.x - from.x, to.y - from.y));
  }

  private placeStart(): void {
    if (!this.start) return;
    const { x, y } = toScreen(this.start, this.transform);
    setAttributes(this.startDot, { cx: x, cy: y });
  }

  private placeLine(): void {
    if (!this.line) return;
    const [a, b] = [toScreen(this.line.from, this.transform), toScreen(this.line.to, this.transform)];
    for (const part of this.lineGroup.children)
      if (part instanceof SVGElement) setAttributes(part, { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    const view = this.viewOf();
    const x = clamp((a.x + b.x) / 2, 90, Math.max(view.width - 90, 90));
    const y = clamp((a.y + b.y) / 2 + GAP, GAP, Math.max(view.height - READOUT_HEIGHT - GAP, GAP));
    this.lineReadout.style.transform = `translate(${x}px, ${y}px) translateX(-50%)`;
  }

  setFrame(area: Rectangle | null): void {
    this.hasFrame = area !== null;
    showShape(this.frame, area);
    this.showAny();
  }

  setMeasured(coordinates: Shape | null): void {
    this.measured = coordinates;
    this.readout.hidden = coordinates === null;
    if (coordinates) this.readout.textContent = sizeText(coordinates);
    this.placeReadout();
  }

  setHovered(hovered: HoveredLabel | null): void {
    this.hovered = hovered;
    this.hoveredLabel.hidden = hovered === null;
    if (hovered) {
      this.hoveredLabel.textContent = hovered.label;
      this.hoveredLabel.style.color = hovered.colour;
      this.hoveredWidth = this.hoveredLabel.offsetWidth;
    }
    this.placeHovered();
  }

  /** CSS pixels; null without selection. */
  labelMiddleAt(transform: SheetTransform): Point | null {
    const { shown } = this;
    if (!shown) return null;
    const box = toScreenBox(boundsOf(shown.coordinates), transform);
    // handles take the space above the shape
    const y = shown.hasHandles
      ? box.y + box.height + LABEL_HEIGHT / 2 + this.handleRadius + GAP
      : box.y - LABEL_HEIGHT / 2 - LABEL_GAP;
    return { x: box.x + box.width / 2, y };
  }

  setTransform(transform: SheetTransform): void {
    this.transform = transform;
    this.placeHovered();
    if (this.isEmpty) return;
    this.group.setAttribute('transform', matrixText(transform));
    this.place();
    this.placeReadout();
    this.placeStart();
    this.placeLine();
  }

  remove(): void {
    this.svg.remove();
    this.readout.remove();
    this.hoveredLabel.remove();
    this.lineReadout.remove();
  }

  /** Bottom first. */
  get elements(): readonly Element[] {
    return [this.svg, this.hoveredLabel, this.readout, this.lineReadout];
  }

  private get isEmpty(): boolean {
    return !this.shown && !this.hasDraft && !this.hasFrame && !this.line;
  }

  /** The compositor would blend empty layers in every frame. */
  private showAny(): void {
    this.svg.style.display = this.isEmpty ? 'none' : '';
    if (!this.isEmpty) this.group.setAttribute('transform', matrixText(this.transform));
  }

  private place(): void {
    const { shown } = this;
    this.placed = shown?.hasHandles ? placedHandles(shown.coordinates, this.transform) : [];
    this.placeHandles();
    const middle = this.labelMiddleAt(this.transform);
    if (!shown || !middle) return;
    const { x, y } = this.inView(middle, { width: shown.labelWidth, height: LABEL_HEIGHT }, shown.coordinates);
    this.label.setAttribute('transform', `translate(${x} ${y})`);
  }

  /** Clamped to the view. */
  private placeHovered(): void {
    if (!this.hovered) return;
    const box = toScreenBox(this.hovered.bounds, this.transform);
    const view = this.viewOf();
    const top = clamp(box.y - LABEL_HEIGHT - LABEL_GAP, GAP, Math.max(view.height - LABEL_HEIGHT - GAP, GAP));
    const middle = clampedMiddle(box.x + box.width / 2, this.hoveredWidth, view.width);
    this.hoveredLabel.style.transform = `translate(${middle}px, ${top}px) translateX(-50%)`;
  }

  /** Middle of a label that stays in the view while its shape touches the view. */
  private inView(middle: Point, { width, height }: Size, coordinates: Shape): Point {
    const view = this.viewOf();
    const box = toScreenBox(boundsOf(coordinates), this.transform);
    const isSeen = box.x < view.width && box.y < view.height && box.x + box.width > 0 && box.y + box.height > 0;
    if (!isSeen) return middle;
    return { x: clampedMiddle(middle.x, width, view.width), y: clampedMiddle(middle.y, height, view.height) };
  }

  private placeHandles(): void {
    const { children } = this.handleGroup;
    if (children.length !== this.placed.length || children[0]?.getAttribute('data-handle') !== this.placed[0]?.handle) {
      this.handleGroup.replaceChildren(...this.placed.map((placed) => this.handleElement(placed)));
    }
    this.placed.forEach(({ screen, root }, index) => {
      const element = children[index];
      const [stem, knob] = element?.children ?? [];
      knob?.setAttribute('cx', String(screen.x));
      knob?.setAttribute('cy', String(screen.y));
      const end = root ?? screen;
      const line = { x1: end.x, y1: end.y, x2: screen.x, y2: screen.y };
      for (const [name, value] of Object.entries(line)) stem?.setAttribute(name, String(value));
    });
  }

  private handleElement({ handle }: PlacedHandle): SVGGElement {
    const element = create('g');
    setAttributes(element, { 'data-handle': handle, 'data-testid': `handle-${handle}` });
    const knob = create('circle');
    setAttributes(knob, { r: this.handleRadius });
    if (handle === 'rotate') setAttributes(knob, { fill: SELECTED_COLOUR, stroke: '#ffffff' });
    element.append(create('line'), knob);
    return element;
  }

  private placeReadout(): void {
    if (!this.measured) return;
    const box = toScreenBox(boundsOf(this.measured), this.transform);
    const view = this.viewOf();
    const under = box.y + box.height + this.handleRadius + GAP + LABEL_HEIGHT + GAP;
    const top = clamp(under, GAP, Math.max(view.height - READOUT_HEIGHT - GAP, GAP));
    const middle = clamp(box.x + box.width / 2, 70, Math.max(view.width - 70, 70));
    this.readout.style.transform = `translate(${middle}px, ${top}px) translateX(-50%)`;
  }
}

/** Where a label of a width is centred so it stays in a view. */
const clampedMiddle = (middle: number, width: number, view: number): number =>
  clamp(middle, width / 2 + GAP, Math.max(view - width / 2 - GAP, width / 2 + GAP));

const ELEMENTS = { ellipse: 'ellipse', rectangle: 'rect', polygon: 'polygon' } as const;

function create<K extends 'svg' | 'g' | 'text' | 'ellipse' | 'rect' | 'polygon' | 'polyline' | 'circle' | 'line'>(
  name: K,
): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}

function setAttributes(element: SVGElement, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
}

function showShape(group: SVGGElement, coordinates: Shape | null): void {
  if (!coordinates) {
    group.replaceChildren();
    return;
  }
  const name = ELEMENTS[kindOf(coordinates)];
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

function setShape(shape: SVGElement, coordinates: Shape): void {
  if (isPolygon(coordinates)) {
    shape.setAttribute('points', pointsText(coordinates.points));
    return;
  }
  if (!isEllipse(coordinates)) {
    setAttributes(shape, { ...coordinates });
    return;
  }
  const { centerX, centerY, radiusX, radiusY } = coordinates;
  setAttributes(shape, { cx: centerX, cy: centerY, rx: radiusX, ry: radiusY });
  const degrees = ((coordinates.theta ?? 0) * 180) / Math.PI;
  shape.setAttribute('transform', `rotate(${degrees} ${centerX} ${centerY})`);
}

const pointsText = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ');
