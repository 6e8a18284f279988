import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { marksOf } from '@symbio/sheet/adapters/symbio';
import { MarkLayer } from '@symbio/sheet/marks/layer';
import type { Point } from '@symbio/sheet/geometry/geometry';
import type { QuarterRotation, SheetTransform } from '@symbio/sheet/geometry/transform';
import type { SheetPlace } from './linked-sheets.js';

/** Degrees that count as zero. */
const STRAIGHT = 0.01;

/** The layer supports only quarter turns; the sheet may have any angle. CSS pixels. */
export interface OverlayPlace {
  /** Relative to the view's upper left corner, rotated around its center. */
  frame: { left: number; top: number; width: number; height: number; degrees: number };
  /** Of the sheet inside the frame. */
  transform: SheetTransform;
}

/**
 * Splits an angle into a quarter turn, for which the layer draws upright labels, and a rest of at most 45 degrees for
 * the frame, which is enlarged to cover the view.
 */
export function overlayPlace({ scale, origin, degrees, view }: SheetPlace): OverlayPlace {
  const quarters = Math.round(degrees / 90);
  const rotation = ((((quarters * 90) % 360) + 360) % 360) as QuarterRotation;
  const rest = degrees - quarters * 90;
  if (Math.abs(rest) < STRAIGHT)
    return {
      frame: { left: 0, top: 0, ...view, degrees: 0 },
      transform: { scale, rotation, x: origin.x, y: origin.y },
    };
  const side = Math.ceil(Math.hypot(view.width, view.height));
  const [left, top] = [(view.width - side) / 2, (view.height - side) / 2];
  const [cos, sin] = [Math.cos((-rest * Math.PI) / 180), Math.sin((-rest * Math.PI) / 180)];
  const away = { x: origin.x - view.width / 2, y: origin.y - view.height / 2 };
  return {
    frame: { left, top, width: side, height: side, degrees: rest },
    transform: {
      scale,
      rotation,
      x: side / 2 + away.x * cos - away.y * sin,
      y: side / 2 + away.x * sin + away.y * cos,
    },
  };
}

/** CSS pixels around a shape. */
const PICK_TOLERANCE = 6;

/** Drawn as in the viewer. Imperative: created once, destroyed at the end. */
export class SheetOverlay {
  private readonly frame = document.createElement('div');
  private readonly layer: MarkLayer;
  private annotations: readonly ShownAnnotation[] = [];
  private shownFrame = '';
  private scale = 1;

  constructor(host: HTMLElement) {
    Object.assign(this.frame.style, { position: 'absolute', pointerEvents: 'none' });
    host.append(this.frame);
    this.layer = new MarkLayer(this.frame);
  }

  setAnnotations(annotations: readonly ShownAnnotation[]): void {
    this.annotations = annotations;
    this.layer.setMarks(marksOf(annotations));
  }

  setSelected(keys: readonly string[]): void {
    this.layer.setSelected(keys, false);
  }

  follow(place: SheetPlace): void {
    const { frame, transform } = overlayPlace(place);
    this.scale = place.scale;
    const { left, top, width, height, degrees } = frame;
    const css = {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
      transform: degrees === 0 ? '' : `rotate(${degrees}deg)`,
    };
    const text = Object.values(css).join(' ');
    // most frames only move the sheet
    if (text !== this.shownFrame) Object.assign(this.frame.style, css);
    this.shownFrame = text;
    this.layer.setTransform(transform);
  }

  /** In image pixels. */
  at(point: Point): ShownAnnotation | null {
    const key = this.layer.at(point, PICK_TOLERANCE / this.scale)?.key;
    return this.annotations.find((each) => each.key === key) ?? null;
  }

  destroy(): void {
    this.layer.destroy();
    this.frame.remove();
  }
}
