import { LABEL_GAP, LABEL_HALO_WIDTH, LABEL_HEIGHT, LABELLED_FROM, MOST_LABEL_WIDTH, shortLabel } from './paint.js';
import { proposalStateOf } from '../../evidence/annotation-records.js';
import type {
  Annotation,
  AnnotationCoordinates,
  RectangleCoordinates,
  ProposalState,
} from '../../evidence/annotation-records.js';
import { areaOf } from '../sheet/geometry.js';
import type { Point } from '../sheet/geometry.js';
import { turnedSize, turnedVector } from '../sheet/transform.js';
import type { SheetTransform } from '../sheet/transform.js';

/** What may have a label. */
export interface Labelled {
  annotation: Annotation;
  /** The same before and after the server knows the annotation; of two keys the lower is the older. */
  key: string;
  /** Where it is drawn, image pixels. */
  coordinates: AnnotationCoordinates;
  bounds: RectangleCoordinates;
}

/** Zoom and turn decide which labels show, where the sheet lies does not: nothing comes and goes while it is panned. */
export type LabelScale = Pick<SheetTransform, 'scale' | 'turn'>;

/** CSS pixels that a line of letters takes of a label's height: a neighbour may use what is above and under them. */
const TAKEN_HEIGHT = LABEL_HEIGHT - 4;

/** Cells in which labels are looked for that lie in the way, CSS pixels: most labels reach into two or four. */
const CELL = { width: 128, height: 32 };

/** Zooms whose choice is kept: the one on screen and the one being drawn. */
const KEPT_CHOICES = 2;

const PROPOSAL_ORDER: Record<ProposalState, number> = { open: 0, accepted: 1, rejected: 2 };

/** How much the label of one annotation matters; worked out once, not at each comparison. */
interface Ranked<T> {
  item: T;
  /** What it is, as a number: the lower the more important. */
  kind: number;
  area: number;
}

/**
 * The annotations in the order in which their labels take their places: what stands before what an agent's proposal became
 * (accepted, rejected), what people made before what an agent thinks, the larger before the smaller, the older before the
 * younger. No two are equal, so that the order does not depend on the one they are listed in.
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

/** The room that letters take around their middle, halo included; all in CSS pixels. */
export function letterBox(middle: Point, width: number): RectangleCoordinates {
  const taken = { width: Math.min(width, MOST_LABEL_WIDTH) + LABEL_HALO_WIDTH, height: TAKEN_HEIGHT };
  return { x: middle.x - taken.width / 2, y: middle.y - taken.height / 2, ...taken };
}

/** Where the middle of a label above its shape lies, in CSS pixels from the sheet's corner. */
function labelMiddle({ x, y, width, height }: RectangleCoordinates, { scale, turn }: LabelScale): Point {
  const middle = turnedVector({ x: x + width / 2, y: y + height / 2 }, turn);
  const shown = turnedSize({ width, height }, turn);
  return {
    x: middle.x * scale,
    y: (middle.y - shown.height / 2) * scale - LABEL_GAP - LABEL_HEIGHT / 2,
  };
}

/** A label that has its place. */
export interface PlacedLabel<T> {
  item: T;
  /** The room it takes, CSS pixels from the sheet's corner. */
  box: RectangleCoordinates;
}

/**
 * The labels that have room at a zoom: one after the other by importance, each unless it would lie over one that has its
 * place already. A shape narrower than {@link LABELLED_FROM} has none.
 *
 * @param ranked the most important first
 * @param widthOf measures letters, CSS pixels
 */
export function labelsWithRoom<T extends Labelled>(
  ranked: readonly T[],
  at: LabelScale,
  widthOf: (text: string) => number,
): PlacedLabel<T>[] {
  const taken = new TakenRoom();
  const placed: PlacedLabel<T>[] = [];
  const isTurned = at.turn === 90 || at.turn === 270;
  for (const item of ranked) {
    const { annotation, bounds } = item;
    if ((isTurned ? bounds.height : bounds.width) * at.scale < LABELLED_FROM) continue;
    const box = letterBox(labelMiddle(bounds, at), widthOf(shortLabel(annotation)));
    if (taken.take(box)) placed.push({ item, box });
  }
  return placed;
}

/** What was chosen for one zoom. */
interface Choice<T> {
  at: LabelScale;
  placed: readonly PlacedLabel<T>[];
  /** Those of them that the selected one's label leaves readable. */
  shown: ReadonlySet<T>;
}

/**
 * Which annotations of a sheet show their labels. Chosen once a zoom, and anew when annotations change; panning asks
 * nothing. The label of the selected annotation always shows, and is drawn apart: those under it are left out, but nothing
 * else moves up into their places, so that a selection does not stir the sheet.
 */
export class LabelPlan<T extends Labelled> {
  /** The one that was asked for last is the last. */
  private choices: readonly Choice<T>[] = [];
  private ranked: readonly T[] = [];
  private selectedBox: ((at: LabelScale) => RectangleCoordinates | null) | null = null;

  /** @param widthOf measures letters, CSS pixels */
  constructor(private readonly widthOf: (text: string) => number) {}

  /** The annotations whose labels show at a zoom. */
  labelsAt({ scale, turn }: LabelScale): ReadonlySet<T> {
    const choice = this.chosenAt({ scale, turn }) ?? this.choose({ scale, turn });
    if (this.choices.at(-1) !== choice)
      this.choices = [...this.choices.filter((other) => other !== choice), choice].slice(-KEPT_CHOICES);
    return choice.shown;
  }

  /** Whether a label shows at a zoom for which was chosen; at others none is known to. */
  isShown(item: T, at: LabelScale): boolean {
    return this.chosenAt(at)?.shown.has(item) === true;
  }

  /**
   * The annotations of the sheet, or the same after a change.
   *
   * @returns those whose labels come or go at the zoom that was asked for last
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
   * @param box where the label of the selected annotation lies, from the sheet's corner; null while none is selected
   * @returns those whose labels come or go
   */
  setSelected(box: ((at: LabelScale) => RectangleCoordinates | null) | null): Set<T> {
    if (!box && !this.selectedBox) return new Set();
    this.selectedBox = box;
    const before = this.choices;
    this.choices = before.map(({ at, placed }) => ({ at, placed, shown: this.readable(placed, at) }));
    const changed = this.choices.flatMap(({ shown }, index) => [...difference(before[index]?.shown ?? shown, shown)]);
    return new Set(changed);
  }

  /** Panning leaves the scale the same but for rounding. */
  private chosenAt({ scale, turn }: LabelScale): Choice<T> | undefined {
    return this.choices.find(({ at }) => at.turn === turn && Math.abs(at.scale / scale - 1) < 1e-6);
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

/** What is in one of the sets and not in the other. */
function difference<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  const found = new Set<T>();
  for (const item of a) if (!b.has(item)) found.add(item);
  for (const item of b) if (!a.has(item)) found.add(item);
  return found;
}

function overlaps(a: RectangleCoordinates, b: RectangleCoordinates): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Columns are numbered from -2^20: a sheet at its largest ends far below. */
const MIDDLE = 2 ** 20;

/** Rectangles that do not lie over each other, found by the cells of a grid that they reach into. */
class TakenRoom {
  private readonly cells = new Map<number, RectangleCoordinates[]>();

  /** Takes the room unless some of it is taken; returns whether it did. */
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
