import {
  HALO_COLOUR,
  HALO_WIDTH,
  LABEL_FONT,
  LABEL_GAP,
  LABEL_HALO_WIDTH,
  LABEL_HEIGHT,
  MAX_LABEL_WIDTH,
  SELECTED_PAINT,
  STROKE_WIDTH,
} from './paint.js';
import { isEllipse, isPolygon } from '../geometry/shapes.js';
import type { Rectangle, Shape } from '../geometry/shapes.js';
import type { Mark } from './mark.js';
import type { LabelScale, ShownLabels } from './label-plan.js';
import type { Size } from '../geometry/geometry.js';
import { toScreen, toScreenBox } from '../geometry/transform.js';
import type { QuarterRotation, SheetTransform } from '../geometry/transform.js';

export interface Painted {
  mark: Mark;
  /** Differs from the data during a change. */
  coordinates: Shape;
  bounds: Rectangle;
  isSelected?: boolean;
}

/** Shapes smaller than this on screen (CSS pixels) have no halo; still smaller ones are dots. */
const HALO_FROM = 12;
const DOT_UNDER = 5;

/** In a selection of several: colour alone is not enough. */
const SELECTED_WIDTH = 1.6;

export interface TileContent {
  items: readonly Painted[];
  /** Relative to the tile's upper left corner. */
  at: SheetTransform;
  /** canvas pixels per CSS pixel */
  ratio: number;
  /** CSS pixels */
  side: number;
}

export interface TilePainting {
  readonly isDone: boolean;
  /** Paints at most this many outlines and labels; returns how many it painted. */
  paint(most: number): number;
  /** Null when it is empty. */
  finish(): HTMLCanvasElement | null;
}

/**
 * Paints tiles, one at a time. Each is transferred to a bitmap canvas: a drawable one would be sent to the compositor
 * in every frame.
 */
export class TilePainter {
  /** Beyond the bounds of their shapes, CSS pixels. */
  readonly reach: Size = {
    // a label moves by up to half its width to stay on the sheet
    width: Math.max(MAX_LABEL_WIDTH, HALO_WIDTH),
    height: LABEL_HEIGHT + LABEL_GAP + HALO_WIDTH,
  };
  private readonly easel = document.createElement('canvas');

  /** @param within finds marks that touch an area of the image, bottom first */
  constructor(
    readonly within: (area: Rectangle) => readonly Painted[],
    private readonly labelsAt: (at: LabelScale) => ShownLabels<Painted>,
  ) {}

  /** Abandons an unfinished tile. Null without canvas support. */
  begin(content: TileContent): TilePainting | null {
    const { easel } = this;
    const pixels = Math.round(content.side * content.ratio);
    easel.width = pixels;
    easel.height = pixels;
    const context = easel.getContext('2d');
    if (!context) return null;
    context.setTransform(content.ratio, 0, 0, content.ratio, 0, 0);
    return new Painting(context, content, this.labelsAt(content.at));
  }
}

class Painting implements TilePainting {
  private readonly shapes: readonly Painted[];
  /** Painted after all shapes, so no outline crosses a label. */
  private readonly labelled: readonly { item: Painted; place: Rectangle }[];
  private done = 0;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly content: TileContent,
    labels: ShownLabels<Painted>,
  ) {
    const { items, at, side } = content;
    this.shapes = items.filter(({ bounds }) => touchesTile(toScreenBox(bounds, at), side, HALO_WIDTH));
    this.labelled = items.flatMap((item) => {
      const box = labels.get(item);
      const place = box && this.placeOfLabel(box);
      return place && touchesTile(place, side, 0) ? [{ item, place }] : [];
    });
  }

  get isDone(): boolean {
    return this.done >= this.shapes.length + this.labelled.length;
  }

  paint(most: number): number {
    const { shapes, labelled } = this;
    const from = this.done;
    this.done = Math.min(from + most, shapes.length + labelled.length);
    for (let index = from; index < this.done; index += 1) {
      const shape = shapes[index];
      const label = labelled[index - shapes.length];
      if (shape) this.paintShape(shape);
      else if (label) this.paintLabel(label);
    }
    return this.done - from;
  }

  finish(): HTMLCanvasElement | null {
    if (this.done === 0) return null;
    const { width, height } = this.context.canvas;
    const bitmap = new OffscreenCanvas(width, height);
    bitmap.getContext('2d')?.drawImage(this.context.canvas, 0, 0);
    const tile = document.createElement('canvas');
    tile.width = width;
    tile.height = height;
    tile.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap.transferToImageBitmap());
    return tile;
  }

  /** Paints halo and outline of one shape. One path per shape: filling a path of hundreds is several times slower. */
  private paintShape({ mark, coordinates, bounds, isSelected = false }: Painted): void {
    const { context, content } = this;
    const { colour, opacity, dash, halo } = isSelected ? SELECTED_PAINT : mark.paint;
    const extent = Math.max(bounds.width, bounds.height) * content.at.scale;
    context.globalAlpha = opacity;
    if (extent < DOT_UNDER) {
      const middle = toScreen({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }, content.at);
      context.fillStyle = colour;
      context.fillRect(middle.x - 1.5, middle.y - 1.5, 3, 3);
      return;
    }
    context.beginPath();
    trace(context, coordinates, content.at);
    if (halo && extent >= HALO_FROM) {
      context.strokeStyle = HALO_COLOUR;
      context.lineWidth = HALO_WIDTH;
      context.stroke();
    }
    if (dash.length > 0) context.setLineDash([...dash]);
    context.strokeStyle = colour;
    context.lineWidth = (extent >= HALO_FROM ? STROKE_WIDTH : STROKE_WIDTH / 2) * (isSelected ? SELECTED_WIDTH : 1);
    context.stroke();
    if (dash.length > 0) context.setLineDash([]);
  }

  private paintLabel({ item, place }: (typeof this.labelled)[number]): void {
    const { context } = this;
    const { mark, isSelected = false } = item;
    const { colour, opacity } = isSelected ? SELECTED_PAINT : mark.paint;
    const text = mark.label;
    const { x, y, width, height } = place;
    context.globalAlpha = opacity;
    context.font = LABEL_FONT;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = LABEL_HALO_WIDTH;
    context.strokeStyle = HALO_COLOUR;
    context.strokeText(text, x + width / 2, y + height / 2, width);
    context.fillStyle = colour;
    context.fillText(text, x + width / 2, y + height / 2, width);
    context.lineJoin = 'miter';
  }

  /** Label box aligned to device pixels, so neighbouring tiles match. */
  private placeOfLabel(box: Rectangle): Rectangle {
    const { at, ratio } = this.content;
    const whole = (length: number) => Math.round(length * ratio) / ratio;
    return {
      x: whole(at.x + box.x + box.width / 2) - MAX_LABEL_WIDTH / 2,
      y: whole(at.y + box.y + box.height / 2 - LABEL_HEIGHT / 2),
      width: MAX_LABEL_WIDTH,
      height: LABEL_HEIGHT,
    };
  }
}

function touchesTile({ x, y, width, height }: Rectangle, side: number, reach: number): boolean {
  return x < side + reach && y < side + reach && x + width > -reach && y + height > -reach;
}

const RADIANS: Record<QuarterRotation, number> = { 0: 0, 90: Math.PI / 2, 180: Math.PI, 270: -Math.PI / 2 };

function trace(context: CanvasRenderingContext2D, coordinates: Shape, place: SheetTransform): void {
  if (isPolygon(coordinates)) {
    for (const [at, corner] of coordinates.points.entries()) {
      const { x, y } = toScreen(corner, place);
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
    return;
  }
  if (!isEllipse(coordinates)) {
    const { x, y, width, height } = toScreenBox(coordinates, place);
    context.rect(x, y, width, height);
    return;
  }
  const { centerX, centerY, radiusX, radiusY, theta } = coordinates;
  const middle = toScreen({ x: centerX, y: centerY }, place);
  const slant = (theta ?? 0) + RADIANS[place.rotation];
  context.ellipse(middle.x, middle.y, radiusX * place.scale, radiusY * place.scale, slant, 0, 2 * Math.PI);
}
