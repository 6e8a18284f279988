import type { Rectangle } from '../geometry/shapes.js';
import type { Size } from '../geometry/geometry.js';
import { toImageBox, toScreenBox, UNPLACED } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';
import type { TilePainter, TilePainting } from './tile-painter.js';

/** Nominal tile side in CSS pixels, adjusted to whole device pixels. */
const SIDE = 512;

/** CSS pixels around the view in which tiles are prepared. */
const AHEAD = 256;

/** CSS pixels around the view beyond which tiles are discarded at rest. */
const KEPT = 512;

/** Limits for stretching a picture of another zoom; beyond them, a new picture is begun. */
const STRETCH_RANGE = { least: 0.5, most: 2 };

/**
 * Outlines and labels painted per frame, to keep frames short. While zooming, tiles are stretched; at rest, a long
 * frame is invisible.
 */
const DRAWN_A_FRAME = { panning: 80, zooming: 40, resting: 400 };

export interface TilePlace {
  column: number;
  row: number;
}

const keyOf = ({ column, row }: TilePlace): string => `${column}/${row}`;

/** Tile side in CSS pixels: close to {@link SIDE} and a whole number of device pixels. */
export function tileSide(ratio: number): number {
  return Math.round(SIDE * ratio) / ratio;
}

/** Tiles that an area touches, nearest to its centre first. */
export function tilesIn({ x, y, width, height }: Rectangle, side: number): TilePlace[] {
  const places: TilePlace[] = [];
  for (let row = Math.floor(y / side); row * side < y + height; row += 1) {
    for (let column = Math.floor(x / side); column * side < x + width; column += 1) places.push({ column, row });
  }
  const middle = { x: (x + width / 2) / side - 0.5, y: (y + height / 2) / side - 0.5 };
  const distance = ({ column, row }: TilePlace) => Math.hypot(column - middle.x, row - middle.y);
  return places.sort((a, b) => distance(a) - distance(b));
}

export interface PictureFit {
  stretch: number;
  x: number;
  y: number;
}

/**
 * Fits a picture, whose origin is the sheet's corner, to the current transform. Unscaled pictures are aligned to device
 * pixels to keep lines sharp.
 */
export function fitPicture(drawnAt: SheetTransform, now: SheetTransform, ratio: number): PictureFit {
  const stretch = now.scale / drawnAt.scale;
  if (!isSameScale(drawnAt, now)) return { stretch, x: now.x, y: now.y };
  return { stretch: 1, x: Math.round(now.x * ratio) / ratio, y: Math.round(now.y * ratio) / ratio };
}

function isSameScale(a: SheetTransform, b: SheetTransform): boolean {
  return a.rotation === b.rotation && Math.abs(a.scale / b.scale - 1) < 1e-6;
}

/** View with a margin, in CSS pixels of the picture. */
export function seenOf(drawnAt: SheetTransform, now: SheetTransform, view: Size, around: number): Rectangle {
  const stretch = now.scale / drawnAt.scale;
  return {
    x: (-now.x - around) / stretch,
    y: (-now.y - around) / stretch,
    width: (view.width + 2 * around) / stretch,
    height: (view.height + 2 * around) / stretch,
  };
}

interface Tile {
  /** null: empty tile */
  canvas: HTMLCanvasElement | null;
  isOld: boolean;
}

/** All tiles for one zoom and rotation; the origin is the sheet's corner. */
interface Picture {
  at: SheetTransform;
  element: HTMLDivElement;
  tiles: Map<string, Tile>;
}

/** Tile in progress, possibly over several frames. */
interface Job {
  picture: Picture;
  place: TilePlace;
  painting: TilePainting;
}

/**
 * Each tile is painted once and then moved by one CSS transform per frame, so panning costs the same for one mark and
 * for ten thousand. Tiles ahead of the view are painted in small steps per frame. Zooming stretches the tiles until a
 * hidden picture for the new zoom covers the view and replaces them.
 */
export class MarkTiles {
  readonly element = document.createElement('div');
  private current = newPicture(UNPLACED);
  /** Hidden picture that will replace the current one. */
  private next: Picture | null = null;
  private job: Job | null = null;
  private transform: SheetTransform = UNPLACED;
  private view: Size = { width: 0, height: 0 };
  private ratio = window.devicePixelRatio;
  private isMoving = false;
  private frame = 0;

  constructor(private readonly painter: Pick<TilePainter, 'reach' | 'within' | 'begin'>) {
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.current.element);
  }

  setView(view: Size): void {
    this.view = view;
    // the window moved to a screen with another pixel density
    if (this.ratio !== window.devicePixelRatio) {
      this.ratio = window.devicePixelRatio;
      this.replaceAll();
    }
    this.drawSoon();
  }

  setTransform(transform: SheetTransform): void {
    this.transform = transform;
    this.isMoving = true;
    if (transform.rotation !== this.current.at.rotation) {
      this.replaceAll();
    } else if (!isSameScale(this.current.at, transform)) {
      const isUseful = this.next && this.isWithinRange(this.next);
      if (!isUseful && !(this.isWithinRange(this.current) && this.coversView(this.current))) this.begin();
    } else this.drop(this.next);
    this.put(this.current);
    this.drawSoon();
  }

  /** Starts the exact picture once the sheet rests. */
  rest(): void {
    this.isMoving = false;
    const wanted = this.next ?? this.current;
    if (!isSameScale(wanted.at, this.transform)) this.begin();
    this.giveUpFarTiles();
    this.drawSoon();
  }

  /** Repaints these bounds (image pixels). */
  invalidate(bounds: Rectangle): void {
    for (const picture of this.next ? [this.current, this.next] : [this.current]) {
      if (picture.tiles.size === 0 && this.job?.picture !== picture) continue;
      const box = grown(toScreenBox(bounds, atOrigin(picture.at)), this.painter.reach);
      for (const place of tilesIn(box, this.side)) {
        const tile = picture.tiles.get(keyOf(place));
        if (tile) tile.isOld = true;
        if (this.job?.picture === picture && keyOf(this.job.place) === keyOf(place)) this.job = null;
      }
    }
    this.drawSoon();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.element.remove();
  }

  private get side(): number {
    return tileSide(this.ratio);
  }

  private isWithinRange({ at }: Picture): boolean {
    const stretch = this.transform.scale / at.scale;
    return stretch >= STRETCH_RANGE.least && stretch <= STRETCH_RANGE.most;
  }

  private seen({ at }: Picture, around = 0): TilePlace[] {
    return tilesIn(seenOf(at, this.transform, this.view, around), this.side);
  }

  private coversView(picture: Picture): boolean {
    return this.seen(picture).every((place) => picture.tiles.has(keyOf(place)));
  }

  /** Begins a hidden picture for the current transform. */
  private begin(): void {
    this.drop(this.next);
    this.next = newPicture(this.transform);
  }

  private replaceAll(): void {
    this.drop(this.next);
    this.drop(this.current);
    this.current = newPicture(this.transform);
    this.put(this.current);
    this.element.replaceChildren(this.current.element);
  }

  private put({ at, element }: Picture): void {
    const { stretch, x, y } = fitPicture(at, this.transform, this.ratio);
    element.style.transform = `matrix(${stretch}, 0, 0, ${stretch}, ${x}, ${y})`;
  }

  private drop(picture: Picture | null): void {
    if (picture && this.job?.picture === picture) this.job = null;
    if (picture === this.next) this.next = null;
  }

  private giveUpFarTiles(): void {
    const { at, tiles } = this.current;
    const kept = new Set(tilesIn(seenOf(at, this.transform, this.view, KEPT), this.side).map(keyOf));
    for (const [key, tile] of tiles) {
      if (kept.has(key)) continue;
      tiles.delete(key);
      tile.canvas?.remove();
    }
  }

  private drawSoon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.drawOn();
    });
  }

  private drawOn(): void {
    const isZoomed = !isSameScale(this.current.at, this.transform);
    let left = DRAWN_A_FRAME[!this.isMoving ? 'resting' : isZoomed ? 'zooming' : 'panning'];
    for (;;) {
      this.job ??= this.nextJob();
      if (!this.job) return;
      if (left <= 0) break;
      left -= this.job.painting.paint(left);
      if (this.job.painting.isDone) this.finish(this.job);
    }
    this.drawSoon();
  }

  /** Next tile to paint; records empty tiles on the way. */
  private nextJob(): Job | null {
    if (this.view.width === 0 || this.transform === UNPLACED) return null;
    if (this.next) {
      const job = this.jobIn(this.next, this.seen(this.next));
      if (job) return job;
      this.showNext(this.next);
    }
    const isStretched = !isSameScale(this.current.at, this.transform);
    return this.jobIn(this.current, this.seen(this.current, isStretched ? 0 : AHEAD));
  }

  private jobIn(picture: Picture, places: readonly TilePlace[]): Job | null {
    for (const place of places) {
      const known = picture.tiles.get(keyOf(place));
      if (known && !known.isOld) continue;
      const job = this.jobAt(picture, place);
      if (job) return job;
      this.place(picture, place, null);
    }
    return null;
  }

  private jobAt(picture: Picture, place: TilePlace): Job | null {
    const { side, ratio, painter } = this;
    const area = grown({ x: place.column * side, y: place.row * side, width: side, height: side }, painter.reach);
    const { scale, rotation } = picture.at;
    const items = painter.within(toImageBox(area, atOrigin(picture.at)));
    if (items.length === 0) return null;
    const at = { scale, rotation, x: -place.column * side, y: -place.row * side };
    const painting = painter.begin({ items, at, ratio, side });
    return painting && { picture, place, painting };
  }

  private finish({ picture, place, painting }: Job): void {
    this.job = null;
    this.place(picture, place, painting.finish());
  }

  private place(picture: Picture, place: TilePlace, canvas: HTMLCanvasElement | null): void {
    const { side } = this;
    const key = keyOf(place);
    picture.tiles.get(key)?.canvas?.remove();
    if (canvas) {
      Object.assign(canvas.style, { position: 'absolute', width: `${side}px`, height: `${side}px` });
      Object.assign(canvas.style, { left: `${place.column * side}px`, top: `${place.row * side}px` });
      picture.element.append(canvas);
    }
    picture.tiles.set(key, { canvas, isOld: false });
  }

  private showNext(next: Picture): void {
    this.next = null;
    this.drop(this.current);
    this.current = next;
    this.put(next);
    this.element.replaceChildren(next.element);
  }
}

const atOrigin = ({ scale, rotation }: SheetTransform): SheetTransform => ({ scale, rotation, x: 0, y: 0 });

function grown({ x, y, width, height }: Rectangle, by: Size): Rectangle {
  return { x: x - by.width, y: y - by.height, width: width + 2 * by.width, height: height + 2 * by.height };
}

function newPicture(at: SheetTransform): Picture {
  const element = document.createElement('div');
  Object.assign(element.style, { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0' });
  element.style.willChange = 'transform';
  return { at, element, tiles: new Map() };
}
