import type { Rectangle } from '../geometry/shapes.js';
import type { Point } from '../geometry/geometry.js';
import { matrixText } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';

/** Search matches are amber, unlike human and agent marks (ANN-09). */
const HIT_COLOUR = '#b35c00';
const HIT_FILL = '#ffc83d';
/** CSS pixels. */
const LINE_WIDTH = 2;
const CURRENT_WIDTH = 4;
/** Margin around a word in image pixels, as a share of its shorter side. */
const MARGIN = 0.25;

const SVG = 'http://www.w3.org/2000/svg';

/** Image pixels; the text that was read there, if known. */
export interface WordBox extends Rectangle {
  text?: string;
}

/** Outlines of search matches in image pixels, below the marks. Takes no pointer events. */
export class HitLayer {
  private readonly svg = document.createElementNS(SVG, 'svg');
  private readonly group = document.createElementNS(SVG, 'g');
  private boxes: readonly WordBox[] = [];

  constructor(host: HTMLElement) {
    this.svg.setAttribute('aria-hidden', 'true');
    this.svg.setAttribute('data-testid', 'search-hits');
    Object.assign(this.svg.style, { position: 'absolute', top: '0', left: '0', width: '100%', height: '100%' });
    // the compositor would blend an empty view-sized picture in every frame
    this.svg.style.display = 'none';
    const paint = { fill: HIT_FILL, 'fill-opacity': '0.28', stroke: HIT_COLOUR, 'stroke-width': String(LINE_WIDTH) };
    for (const [name, value] of Object.entries(paint)) this.group.setAttribute(name, value);
    this.svg.append(this.group);
    host.prepend(this.svg);
  }

  setHits(boxes: readonly WordBox[], current: Rectangle | null = null): void {
    this.boxes = boxes;
    const shapes = boxes.map(outline);
    if (current) {
      const shape = outline(current);
      shape.setAttribute('data-current', '');
      shape.setAttribute('fill', 'none');
      shape.setAttribute('stroke-width', String(CURRENT_WIDTH));
      shapes.push(shape);
    }
    this.group.replaceChildren(...shapes);
    this.svg.style.display = shapes.length === 0 ? 'none' : '';
  }

  /** Match at an image point. */
  at(point: Point): WordBox | null {
    const isInside = ({ x, y, width, height }: WordBox): boolean =>
      point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    return this.boxes.find(isInside) ?? null;
  }

  setTransform(transform: SheetTransform): void {
    this.group.setAttribute('transform', matrixText(transform));
  }

  destroy(): void {
    this.svg.remove();
  }
}

function outline({ x, y, width, height }: Rectangle): SVGRectElement {
  const room = Math.min(width, height) * MARGIN;
  const shape = document.createElementNS(SVG, 'rect');
  const values = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: room };
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, String(value));
  shape.setAttribute('vector-effect', 'non-scaling-stroke');
  return shape;
}

/** Share of the sheet beyond which matches are too far apart to show together. */
const CLUSTER_SHARE = 0.4;

/** Area to show: all matches if they are close together, else the first. */
export function areaOfHits(boxes: readonly Rectangle[], sheet: { width: number; height: number }): Rectangle | null {
  const [first] = boxes;
  if (!first) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const together = width <= sheet.width * CLUSTER_SHARE && height <= sheet.height * CLUSTER_SHARE;
  return together ? { x, y, width, height } : { x: first.x, y: first.y, width: first.width, height: first.height };
}
