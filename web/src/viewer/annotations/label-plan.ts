import { LABEL_GAP, LABEL_HALO_WIDTH, LABEL_HEIGHT, LABELLED_FROM, MAX_LABEL_WIDTH, shortLabel } from './paint.js';
import { proposalStateOf } from '../../evidence/annotation-records.js';
import type {
  Annotation,
  AnnotationCoordinates,
  RectangleCoordinates,
  ProposalState,
} from '../../evidence/annotation-records.js';
import { areaOf } from '../sheet/geometry.js';
import type { Point } from '../sheet/geometry.js';
import { rotatedSize, rotatedVector } from '../sheet/transform.js';
import type { SheetTransform } from '../sheet/transform.js';

export interface Labelled {
  annotation: Annotation;
  /** Stable before and after the server knows the annotation; lower keys are older. */
  key: string;
  coordinates: AnnotationCoordinates;
  bounds: RectangleCoordinates;
}

/** Only zoom and rotation decide which labels show: panning changes none. */
export type LabelScale = Pick<SheetTransform, 'scale' | 'rotation'>;

/** CSS pixels that count for overlap; the margins above and below may overlap. */
const TAKEN_HEIGHT = LABEL_HEIGHT - 4;

/** Grid cell of the overlap test, CSS pixels: most labels touch two or four cells. */
const CELL = { width: 128, height: 32 };

/** The visible zoom and the one being drawn. */
const KEPT_CHOICES = 2;

const PROPOSAL_ORDER: Record<ProposalState, number> = { open: 0, accepted: 1, rejected: 2 };

/** Computed once instead of at each comparison. */
interface Ranked<T> {
  item: T;
  kind: number;
  area: number;
}

/**
 * Sorts annotations by label priority: active ones before decided proposals, human before agent, larger before smaller,
 * older before younger. No two are equal, so the result does not depend on the input order.
 */
export function byImportance<T extends Labelled>(items: Iterable<T>): T[] {
  const ranked = Array.from(items, (item): Ranked<T> => {
    const { annotation, coordinates } = item;
    const agent = Number(annotation.author_type === 'ai_agent');
    return { item, kind: 2 * PROPOSAL_ORDER[proposalStateOf(annotation)] + agent, area: areaOf(coordinates) };
  });
  ranked.sort(
    (a, b) => a.kind - b.kind || b.area - a.area || (a.item.key < b.item.key ? -1 : Number(a.item.key > b.item.key)),
  );
  return ranked.map(({ item }) => item);
}

/** Around its centre, halo included; CSS pixels. */
export function letterBox(middle: Point, width: number): RectangleCoordinates {
  const taken = { width: Math.min(width, MAX_LABEL_WIDTH) + LABEL_HALO_WIDTH, height: TAKEN_HEIGHT };
  return { x: middle.x - taken.width / 2, y: middle.y - taken.height / 2, ...taken };
}

/** Above its shape, in CSS pixels from the sheet's corner. */
function labelMiddle({ x, y, width, height }: RectangleCoordinates, { scale, rotation }: LabelScale): Point {
  const middle = rotatedVector({ x: x + width / 2, y: y + height / 2 }, rotation);
  const shown = rotatedSize({ width, height }, rotation);
  return {
    x: middle.x * scale,
    y: (middle.y - shown.height / 2) * scale - LABEL_GAP - LABEL_HEIGHT / 2,
  };
}

export interface PlacedLabel<T> {
  item: T;
  box: RectangleCoordinates;
}

/**
 * Greedy placement by importance: each label is placed unless it overlaps a placed one. Shapes narrower than {@link
 * LABELLED_FROM} have no label.
 *
 * @param ranked most important first
 * @param widthOf measures text, CSS pixels
 */
export function labelsWithRoom<T extends Labelled>(
  ranked: readonly T[],
  at: LabelScale,
  widthOf: (text: string) => number,
): PlacedLabel<T>[] {
  const taken = new OccupiedArea();
  const placed: PlacedLabel<T>[] = [];
  const isSideways = at.rotation === 90 || at.rotation === 270;
  for (const item of ranked) {
    const { annotation, bounds } = item;
    if ((isSideways ? bounds.height : bounds.width) * at.scale < LABELLED_FROM) continue;
    const box = letterBox(labelMiddle(bounds, at), widthOf(shortLabel(annotation)));
    if (taken.take(box)) placed.push({ item, box });
  }
  return placed;
}

interface Choice<T> {
  at: LabelScale;
  placed: readonly PlacedLabel<T>[];
  /** Not covered by the selected label. */
  shown: ReadonlySet<T>;
}

/**
 * Decides which annotations show labels: once per zoom, and again when annotations change. The selected label always
 * shows and is drawn separately; labels under it are hidden, but no others take their place, so that selecting does not
 * move labels.
 */
export class LabelPlan<T extends Labelled> {
  private choices: readonly Choice<T>[] = [];
  private ranked: readonly T[] = [];
  private selectedBox: ((at: LabelScale) => RectangleCoordinates | null) | null = null;

  /** @param widthOf measures text, CSS pixels */
  constructor(private readonly widthOf: (text: string) => number) {}

  labelsAt({ scale, rotation }: LabelScale): ReadonlySet<T> {
    const choice = this.chosenAt({ scale, rotation }) ?? this.choose({ scale, rotation });
    if (this.choices.at(-1) !== choice)
      this.choices = [...this.choices.filter((other) => other !== choice), choice].slice(-KEPT_CHOICES);
    return choice.shown;
  }

  /** At a cached zoom; false at others. */
  isShown(item: T, at: LabelScale): boolean {
    return this.chosenAt(at)?.shown.has(item) === true;
  }

  /**
   * Sets the annotations of the sheet.
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
  setSelected(box: ((at: LabelScale) => RectangleCoordinates | null) | null): Set<T> {
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
    const placed = labelsWithRoom(this.ranked, at, this.widthOf);
    return { at, placed, shown: this.readable(placed, at) };
  }

  private readable(placed: readonly PlacedLabel<T>[], at: LabelScale): Set<T> {
    const over = this.selectedBox?.(at);
    const shown = new Set<T>();
    for (const { item, box } of placed) if (!over || !overlaps(box, over)) shown.add(item);
    return shown;
  }
}

function difference<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  const found = new Set<T>();
  for (const item of a) if (!b.has(item)) found.add(item);
  for (const item of b) if (!a.has(item)) found.add(item);
  return found;
}

function overlaps(a: RectangleCoordinates, b: RectangleCoordinates): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Columns start at -2^20, beyond the extent of the largest sheet. */
const MIDDLE = 2 ** 20;

/** Indexed by grid cells. */
class OccupiedArea {
  private readonly cells = new Map<number, RectangleCoordinates[]>();

  take(box: RectangleCoordinates): boolean {
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
