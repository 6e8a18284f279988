import { ActiveShapes } from './active-shapes.js';
import { MarkGrid } from './grid.js';
import { LABEL_FONT, WORD_COLOUR } from './paint.js';
import type { Mark } from './mark.js';
import type { Rectangle, Shape } from '../geometry/shapes.js';
import { MarkTiles } from './tiles.js';
import { LabelPlan, letterBox } from './label-plan.js';
import type { LabelScale } from './label-plan.js';
import { TextWidth } from './text-width.js';
import type { PlacedHandle } from '../drawing/shape-handles.js';
import { markAt, boundsOf } from '../geometry/geometry.js';
import type { Point, Size } from '../geometry/geometry.js';
import { matrixText, samePlace, toImageBox, UNPLACED } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';
import { TilePainter } from './tile-painter.js';
import type { Painted } from './tile-painter.js';

/** Milliseconds of rest before elements and exact pictures are updated. */
const REST_MS = 80;

/** Margin around the view in which marks get an element, as a share of the view. */
const AROUND = 0.3;

/** Maximum number of marks with an element; beyond it, only the first ones and the selected one get one. */
const MAX_MARKERS = 150;

/** A read word under the pointer, with its meaning. */
export interface ExplainedWord {
  bounds: Rectangle;
  label: string;
}

interface Drawn extends Painted {
  mark: Mark;
  key: string;
}

/**
 * Marks at rest are painted on tiles (MarkTiles), and a change repaints only the tiles it touches. The selected mark
 * and the draft are SVG, so dragging repaints nothing. At rest, marks near the view also get an empty marker element
 * for outside queries. Markers are out of place while their parent has the attribute `data-moving`. The layer takes no
 * pointer events.
 */
export class MarkLayer {
  private readonly tiles: MarkTiles;
  private readonly markers = document.createElement('div');
  private readonly markerOf = new Map<string, HTMLDivElement>();
  private readonly active: ActiveShapes;
  private readonly drawn = new Map<string, Drawn>();
  private readonly grid = new MarkGrid<Drawn>();
  private readonly ruler = new TextWidth(LABEL_FONT);
  private readonly labels = new LabelPlan<Drawn>((text) => this.ruler.widthOf(text));
  private readonly resizes: ResizeObserver;
  /** Drawn separately. */
  private selectedKey: string | null = null;
  /** A selection of several stays on the tiles, in the selection colour. */
  private several: ReadonlySet<string> = new Set();
  private hoveredKey: string | null = null;
  private hoveredWord: ExplainedWord | null = null;
  private meaningOf: ((text: string) => string | null) | null = null;
  private hasHandles = false;
  private transform: SheetTransform = UNPLACED;
  private view: Size = { width: 0, height: 0 };
  private markersFrame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    this.tiles = new MarkTiles(
      new TilePainter(
        (area) => this.grid.within(area).filter(({ key }) => key !== this.selectedKey),
        (at) => this.labels.labelsAt(at),
      ),
    );
    Object.assign(this.markers.style, { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0' });
    // hundreds of unclipped elements over a moving picture would each become a compositor layer
    Object.assign(this.markers.style, { width: '0', height: '0', contain: 'strict', overflow: 'clip' });
    this.markers.setAttribute('aria-hidden', 'true');
    this.active = new ActiveShapes(() => this.view);
    host.prepend(this.tiles.element, this.markers, ...this.active.elements);
    this.resizes = new ResizeObserver(() => this.resize(host));
    this.resizes.observe(host);
    this.resize(host);
  }

  /** @param sheet image pixels: labels stay on it */
  setSheet(sheet: Size | null): void {
    this.labels.setSheet(sheet);
  }

  setMarks(marks: readonly Mark[]): void {
    const removed = new Set(this.drawn.keys());
    let changed = false;
    for (const mark of marks) {
      const { key } = mark;
      removed.delete(key);
      const known = this.drawn.get(key);
      if (known?.mark === mark) continue;
      changed = true;
      this.place(known ?? { mark, key, ...placeOf(mark.coordinates) }, mark);
    }
    for (const key of removed) {
      this.repaint(key);
      this.drawn.delete(key);
      this.grid.remove(key);
      this.removeMarker(key);
    }
    if (!changed && removed.size === 0) return;
    this.repaintAll(this.labels.setItems(this.drawn.values()));
    this.showSelected();
    this.clearSelectedLabel();
    this.showHovered();
    this.showMarkersSoon();
  }

  /** @param hasHandles whether the only selected mark is editable */
  setSelected(keys: readonly string[], hasHandles: boolean): void {
    const key = keys.length === 1 ? (keys[0] ?? null) : null;
    this.setSeveral(keys.length > 1 ? new Set(keys) : new Set());
    if (key === this.selectedKey && hasHandles === this.hasHandles) return;
    const before = this.selectedKey;
    this.selectedKey = key;
    this.hasHandles = hasHandles;
    this.markSelected([before, key]);
    this.showSelected();
    this.clearSelectedLabel();
    if (before === key) return;
    for (const changed of [before, key]) if (changed !== null) this.repaint(changed, true);
    this.showHovered();
    this.showMarkersSoon();
  }

  private setSeveral(keys: ReadonlySet<string>): void {
    const changed = [...this.several, ...keys].filter((key) => this.several.has(key) !== keys.has(key));
    this.several = keys;
    if (changed.length === 0) return;
    for (const key of changed) {
      const drawn = this.drawn.get(key);
      if (!drawn) continue;
      drawn.isSelected = keys.has(key);
      this.repaint(key, true);
    }
    this.repaintAll(this.labels.setItems(this.drawn.values()));
    this.markSelected(changed);
  }

  private markSelected(keys: readonly (string | null)[]): void {
    for (const key of keys) {
      if (key !== null) this.markerOf.get(key)?.setAttribute('data-selected', String(this.isSelected(key)));
    }
  }

  private isSelected(key: string): boolean {
    return key === this.selectedKey || this.several.has(key);
  }

  /** Its label shows even without room. */
  setHovered(key: string | null): void {
    if (key === this.hoveredKey) return;
    this.hoveredKey = key;
    this.showHovered();
  }

  setHoveredWord(word: ExplainedWord | null): void {
    if (word?.label === this.hoveredWord?.label && word?.bounds === this.hoveredWord?.bounds) return;
    this.hoveredWord = word;
    this.showHovered();
  }

  /** @param meaningOf explains an abbreviation under the pointer; null for none */
  setMeaning(meaningOf: ((text: string) => string | null) | null): void {
    this.meaningOf = meaningOf;
  }

  setDraft(shape: Shape | null): void {
    this.active.setDraft(shape);
  }

  /** A press on it closes the polygon being drawn. */
  setStart(corner: Point | null): void {
    this.active.setStart(corner);
  }

  setLine(line: { from: Point; to: Point } | null): void {
    this.active.setLine(line);
  }

  setLengthText(textOf: (pixels: number) => string): void {
    this.active.setLengthText(textOf);
  }

  setFrame(area: Rectangle | null): void {
    this.active.setFrame(area);
  }

  setMeasured(shape: Shape | null): void {
    this.active.setMeasured(shape);
  }

  /** While it is moved or resized; `null` resets it. */
  setChanging(key: string, coordinates: Shape | null): void {
    const drawn = this.drawn.get(key);
    if (!drawn) return;
    this.place(drawn, drawn.mark, coordinates ?? drawn.mark.coordinates);
    if (key === this.selectedKey) this.showSelected();
  }

  get(key: string | null): Mark | null {
    return key === null ? null : (this.drawn.get(key)?.mark ?? null);
  }

  /** Image pixels, drag included. */
  coordinatesOf(key: string): Shape | null {
    return this.drawn.get(key)?.coordinates ?? null;
  }

  /**
   * @param point image pixels
   * @param tolerance image pixels by which shapes are grown
   */
  at(point: Point, tolerance: number): Mark | null {
    const area = { x: point.x - tolerance, y: point.y - tolerance, width: 2 * tolerance, height: 2 * tolerance };
    const near = this.grid.within(area);
    return markAt(near, point, { selectedKey: this.selectedKey, tolerance })?.mark ?? null;
  }

  /** Entirely inside. */
  keysWithin(area: Rectangle): string[] {
    return this.grid.within(area).flatMap(({ key, bounds }) => (contains(area, bounds) ? [key] : []));
  }

  get handles(): readonly PlacedHandle[] {
    return this.active.handles;
  }

  setTransform(transform: SheetTransform): void {
    if (samePlace(transform, this.transform)) return;
    const isZoomed = transform.scale !== this.transform.scale || transform.rotation !== this.transform.rotation;
    this.transform = transform;
    this.active.setTransform(transform);
    // the hovered mark is unknown until the pointer moves
    if (isZoomed) {
      this.setHovered(null);
      this.setHoveredWord(null);
    }
    this.tiles.setTransform(transform);
    this.markers.toggleAttribute('data-moving', true);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.tiles.rest();
      this.showMarkers();
      this.markers.toggleAttribute('data-moving', false);
    }, REST_MS);
  }

  destroy(): void {
    cancelAnimationFrame(this.markersFrame);
    clearTimeout(this.rest);
    this.resizes.disconnect();
    this.tiles.destroy();
    this.markers.remove();
    this.active.remove();
    this.drawn.clear();
    this.grid.clear();
  }

  private place(drawn: Drawn, mark: Mark, coordinates = mark.coordinates): void {
    const { key } = drawn;
    this.repaint(key);
    Object.assign(drawn, { mark, isSelected: this.several.has(key) }, placeOf(coordinates));
    this.drawn.set(key, drawn);
    this.grid.put(key, drawn, drawn.bounds);
    this.repaint(key);
    const marker = this.markerOf.get(key);
    if (marker) this.describe(marker, drawn);
  }

  /** Repaints the tiles under a mark; a selected one is on none, unless it was just selected. */
  private repaint(key: string, isSelecting = false): void {
    const drawn = this.drawn.get(key);
    if (drawn && (isSelecting || key !== this.selectedKey)) this.tiles.invalidate(drawn.bounds);
  }

  private showSelected(): void {
    const drawn = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    const { hasHandles } = this;
    this.active.setSelected(
      drawn
        ? {
            coordinates: drawn.coordinates,
            label: drawn.mark.label,
            labelWidth: this.widthOf(drawn),
            hasHandles,
          }
        : null,
    );
  }

  private widthOf({ mark }: Drawn): number {
    return this.ruler.widthOf(mark.label);
  }

  private repaintAll(changed: Iterable<Drawn>): void {
    for (const { bounds } of changed) this.tiles.invalidate(bounds);
  }

  private clearSelectedLabel(): void {
    const drawn = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    const boxAt = (at: LabelScale): Rectangle | null => {
      const middle = this.active.labelMiddleAt({ ...at, x: 0, y: 0 });
      return drawn && middle ? letterBox(middle, this.widthOf(drawn)) : null;
    };
    this.repaintAll(this.labels.setSelected(drawn ? boxAt : null));
  }

  private showHovered(): void {
    const drawn = this.hoveredKey === null ? undefined : this.drawn.get(this.hoveredKey);
    if (!drawn) {
      this.active.setHovered(this.hoveredWord && { ...this.hoveredWord, colour: WORD_COLOUR });
      return;
    }
    const { mark, bounds } = drawn;
    const meaning = this.meaningOf?.(mark.reading) ?? null;
    const isNamed = drawn.key === this.selectedKey || this.labels.isShown(drawn, this.transform);
    const label = meaning === null ? mark.label : `${mark.label}: ${meaning}`;
    const isShown = !isNamed || meaning !== null;
    this.active.setHovered(isShown ? { bounds, label, colour: mark.paint.colour } : null);
  }

  private resize(host: HTMLElement): void {
    this.view = { width: host.clientWidth, height: host.clientHeight };
    this.tiles.setView(this.view);
    this.showMarkersSoon();
  }

  private showMarkersSoon(): void {
    this.markersFrame ||= requestAnimationFrame(() => {
      this.markersFrame = 0;
      this.showMarkers();
    });
  }

  private showMarkers(): void {
    this.markers.style.transform = matrixText(this.transform);
    const { width, height } = this.view;
    const area = {
      x: -width * AROUND,
      y: -height * AROUND,
      width: width * (1 + 2 * AROUND),
      height: height * (1 + 2 * AROUND),
    };
    const near = this.grid.within(toImageBox(area, this.transform));
    const selected = this.selectedKey === null ? undefined : this.drawn.get(this.selectedKey);
    const shown = new Set(near.slice(0, MAX_MARKERS));
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

  private describe(marker: HTMLDivElement, { mark, bounds: { x, y, width, height } }: Drawn): void {
    Object.assign(marker.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    for (const [name, value] of Object.entries(mark.attributes)) marker.setAttribute(name, value);
    marker.setAttribute('data-selected', String(this.isSelected(mark.key)));
  }

  private removeMarker(key: string): void {
    this.markerOf.get(key)?.remove();
    this.markerOf.delete(key);
  }
}

function contains(area: Rectangle, { x, y, width, height }: Rectangle): boolean {
  return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
}

function placeOf(coordinates: Shape): Pick<Drawn, 'coordinates' | 'bounds'> {
  return { coordinates, bounds: boundsOf(coordinates) };
}
