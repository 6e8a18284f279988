import {
  LABEL_GAP,
  LABEL_HALO_WIDTH,
  LABEL_HEIGHT,
  LABELLED_FROM,
  MAX_LABEL_WIDTH,
  NAMED_FROM_SCALE,
} from './paint.js';
import type { Mark } from './mark.js';
import type { Rectangle, Shape } from '../geometry/shapes.js';
import { areaOf, clamp } from '../geometry/geometry.js';
import type { Point, Size } from '../geometry/geometry.js';
import { rotatedSize, rotatedVector, toScreenBox } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';

export interface Labelled {
  mark: Pick<Mark, 'label' | 'rank'>;
  /** Lower keys are older. */
  key: string;
  coordinates: Shape;
  bounds: Rectangle;
  /** As part of a selection of several. */
  isSelected?: boolean;
}

/** Only zoom and rotation decide which labels show: panning changes none. */
export type LabelScale = Pick<SheetTransform, 'scale' | 'rotation'>;

/** CSS pixels that count for overlap; the margins above and below may overlap. */
const TAKEN_HEIGHT = LABEL_HEIGHT - 4;

/** Grid cell of the overlap test, CSS pixels: most labels touch two or four cells. */
const CELL = { width: 128, height: 32 };

/** Visible zoom and the one being drawn. */
const KEPT_CHOICES = 2;

/** Computed once instead of at each comparison. */
interface Ranked<T> {
  item: T;
  rank: number;
  area: number;
}

/**
 * Sorts marks by label priority: selected ones first, then by rank, larger before smaller, older before younger. No two
 * are equal, so the result does not depend on the input order.
 */
export function byImportance<T extends Labelled>(items: Iterable<T>): T[] {
  const ranked = Array.from(items, (item): Ranked<T> => {
    const { mark, coordinates, isSelected = false } = item;
    const rank = isSelected ? -1 : mark.rank;
    return { item, rank, area: areaOf(coordinates) };
  });
  ranked.sort(
    (a, b) => a.rank - b.rank || b.area - a.area || (a.item.key < b.item.key ? -1 : Number(a.item.key > b.item.key)),
  );
  return ranked.map(({ item }) => item);
}

/** Around its centre, halo included; CSS pixels. */
export function letterBox(middle: Point, width: number): Rectangle {
  const taken = { width: Math.min(width, MAX_LABEL_WIDTH) + LABEL_HALO_WIDTH, height: TAKEN_HEIGHT };
  return { x: middle.x - taken.width / 2, y: middle.y - taken.height / 2, ...taken };
}

/** Above its shape, in CSS pixels from the sheet's corner. */
function labelMiddle({ x, y, width, height }: Rectangle, { scale, rotation }: LabelScale): Point {
  const middle = rotatedVector({ x: x + width / 2, y: y + height / 2 }, rotation);
  const shown = rotatedSize({ width, height }, rotation);
  return {
    x: middle.x * scale,
    y: (middle.y - shown.height / 2) * scale - LABEL_GAP - LABEL_HEIGHT / 2,
  };
}

export interface PlacedLabel<T> {
  item: T;
  box: Rectangle;
}

/**
 * Greedy placement by importance, without overlaps. A label that would leave the sheet moves to its edge. Shapes
 * narrower than {@link LABELLED_FROM} have no label.
 * @param widthOf measures text, CSS pixels
 * @param sheet image pixels; null without limits
 */
export function labelsWithRoom<T extends Labelled>(
  ranked: readonly T[],
  at: LabelScale,
  widthOf: (text: string) => number,
  sheet: Size | null = null,
): PlacedLabel<T>[] {
  const taken = new OccupiedArea();
  const placed: PlacedLabel<T>[] = [];
  const limits = sheet && toScreenBox({ x: 0, y: 0, ...sheet }, { ...at, x: 0, y: 0 });
  const isSideways = at.rotation === 90 || at.rotation === 270;
  for (const item of ranked) {
    const { mark, bounds } = item;
    if ((isSideways ? bounds.height : bounds.width) * at.scale < LABELLED_FROM) continue;
    const wanted = letterBox(labelMiddle(bounds, at), widthOf(mark.label));
    const box = limits ? movedInto(limits, wanted) : wanted;
    if (box && taken.take(box)) placed.push({ item, box });
  }
  return placed;
}

/** Null if it has no room at all. */
function movedInto(limits: Rectangle, box: Rectangle): Rectangle | null {
  if (box.width > limits.width || box.height > limits.height) return null;
  const x = clamp(box.x, limits.x, limits.x + limits.width - box.width);
  return { ...box, x, y: clamp(box.y, limits.y, limits.y + limits.height - box.height) };
}

/** CSS pixels from the sheet's corner. */
export type ShownLabels<T> = ReadonlyMap<T, Rectangle>;

interface Choice<T> {
  at: LabelScale;
  placed: readonly PlacedLabel<T>[];
  /** Not covered by the selected label; boxes from the sheet's corner. */
  shown: ShownLabels<T>;
}

/**
 * Decides which marks show labels: once per zoom, and again when marks change. Below {@link NAMED_FROM_SCALE} only
 * those of a selection of several do. The selected label is drawn separately; labels under it are hidden without
 * replacement, so selecting does not move labels.
 */
export class LabelPlan<T extends Labelled> {
  private choices: readonly Choice<T>[] = [];
  private ranked: readonly T[] = [];
  private sheet: Size | null = null;
  private selectedBox: ((at: LabelScale) => Rectangle | null) | null = null;

  /** @param widthOf measures text, CSS pixels */
  constructor(private readonly widthOf: (text: string) => number) {}

  labelsAt({ scale, rotation }: LabelScale): ShownLabels<T> {
    const choice = this.chosenAt({ scale, rotation }) ?? this.choose({ scale, rotation });
    if (this.choices.at(-1) !== choice)
      this.choices = [...this.choices.filter((other) => other !== choice), choice].slice(-KEPT_CHOICES);
    return choice.shown;
  }

  /** @param sheet image pixels: labels stay on it */
  setSheet(sheet: Size | null): void {
    if (sheet?.width === this.sheet?.width && sheet?.height === this.sheet?.height) return;
    this.sheet = sheet;
    this.choices = [];
  }

  /** At a cached zoom; false at others. */
  isShown(item: T, at: LabelScale): boolean {
    return this.chosenAt(at)?.shown.has(item) === true;
  }

  /**
   * Sets the marks of the sheet.
   *
   * @returns items whose label changed visibility at the last requested zoom
   */
  setItems(items: Iterable<T>): Set<T> {
    this.ranked = byImportance(items);
    const last = this.choices.at(-1);
    if (!last) return new Set();
    const choice = this.choose(last.at);
    this.choices = [choice];
    return difference(last.shown, choice.shown);
  }

  /**
   * @param box bounds of the selected label from the sheet's corner; null without selection
   * @returns items whose label changed visibility
   */
  setSelected(box: ((at: LabelScale) => Rectangle | null) | null): Set<T> {
    if (!box && !this.selectedBox) return new Set();
    this.selectedBox = box;
    const before = this.choices;
    this.choices = before.map(({ at, placed }) => ({ at, placed, shown: this.readable(placed, at) }));
    const changed = this.choices.flatMap(({ shown }, index) => [...difference(before[index]?.shown ?? shown, shown)]);
    return new Set(changed);
  }

  /** With a tolerance: panning changes scales by rounding errors. */
  private chosenAt({ scale, rotation }: LabelScale): Choice<T> | undefined {
    return this.choices.find(({ at }) => at.rotation === rotation && Math.abs(at.scale / scale - 1) < 1e-6);
  }

  private choose(at: LabelScale): Choice<T> {
    const named = at.scale < NAMED_FROM_SCALE ? this.ranked.filter(({ isSelected }) => isSelected) : this.ranked;
    const placed = labelsWithRoom(named, at, this.widthOf, this.sheet);
    return { at, placed, shown: this.readable(placed, at) };
  }

  private readable(placed: readonly PlacedLabel<T>[], at: LabelScale): ShownLabels<T> {
    const over = this.selectedBox?.(at);
    const shown = new Map<T, Rectangle>();
    for (const { item, box } of placed) if (!over || !overlaps(box, over)) shown.set(item, box);
    return shown;
  }
}

function difference<T>(a: ShownLabels<T>, b: ShownLabels<T>): Set<T> {
  const found = new Set<T>();
  for (const item of a.keys()) if (!b.has(item)) found.add(item);
  for (const item of b.keys()) if (!a.has(item)) found.add(item);
  return found;
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Columns start at -2^20, beyond the extent of the largest sheet. */
const MIDDLE = 2 ** 20;

/** Indexed by grid cells. */
class OccupiedArea {
  private readonly cells = new Map<number, Rectangle[]>();

  take(box: Rectangle): boolean {
    const left = Math.floor(box.x / CELL.width);
    const right = Math.floor((box.x + box.width) / CELL.width);
    const top = Math.floor(box.y / CELL.height);
    const bottom = Math.floor((box.y + box.height) / CELL.height);
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const held = this.cells.get(row * 2 * MIDDLE + column + MIDDLE);
        if (held === undefined) continue;
        for (const other of held) if (overlaps(box, other)) return false;
      }
    }
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const cell = row * 2 * MIDDLE + column + MIDDLE;
        const held = this.cells.get(cell);
        if (held) held.push(box);
        else this.cells.set(cell, [box]);
      }
    }
    return true;
  }
}
