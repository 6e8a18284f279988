/** Composes a small picture of a part of a sheet from its tiles. */
import { MATCH_KINDS } from '@symbio/proto/document/vocabulary';
import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { TileSource } from '../../evidence/page-records.js';
import type { HitPlace } from '../../evidence/page-search-api.js';
import type { Size } from '../../viewer/sheet/geometry.js';

/** Share of the picture; the rest is context. */
const SHARE = { width: 0.75, height: 0.4 } as const;

export interface PlacedHit {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface HitInView {
  /** Of the level that matches the screen resolution. */
  tiles: (PlacedHit & { url: string })[];
  marks: PlacedHit[];
}

/** The best match with the most words; undefined if empty. */
export function bestHit(places: readonly HitPlace[]): HitPlace | undefined {
  const rank = ({ match, text }: HitPlace) => MATCH_KINDS.indexOf(match) * 1_000 - text.length;
  return places.reduce<HitPlace | undefined>(
    (best, place) => (best === undefined || rank(place) < rank(best) ? place : best),
    undefined,
  );
}

/**
 * Clamped to the sheet's edges and never enlarged.
 * @param places in image pixels; visible ones are outlined
 * @param view CSS pixels of the picture
 * @param pixelRatio device pixels per CSS pixel
 */
export function hitInView(
  { Image: image }: TileSource,
  place: RectangleCoordinates,
  places: readonly RectangleCoordinates[],
  view: Size,
  pixelRatio: number,
): HitInView {
  const sheet = { width: Number(image.Size.Width), height: Number(image.Size.Height) };
  const zoom = Math.min(
    1,
    (view.width * SHARE.width) / Math.max(place.width, 1),
    (view.height * SHARE.height) / Math.max(place.height, 1),
  );
  const left = originOf(place.x + place.width / 2, view.width / zoom, sheet.width);
  const top = originOf(place.y + place.height / 2, view.height / zoom, sheet.height);
  const placed = ({ x, y, width, height }: RectangleCoordinates): PlacedHit => ({
    left: (x - left) * zoom,
    top: (y - top) * zoom,
    width: width * zoom,
    height: height * zoom,
  });
  const isSeen = (box: PlacedHit) =>
    box.left < view.width && box.top < view.height && box.left + box.width > 0 && box.top + box.height > 0;

  const finest = Math.ceil(Math.log2(Math.max(sheet.width, sheet.height, 1)));
  let level = finest;
  while (level > 0 && 2 ** (level - 1 - finest) >= zoom * pixelRatio) level -= 1;
  /** Image pixels. */
  const side = Number(image.TileSize) * 2 ** (finest - level);
  const last = (size: number) => Math.ceil(size / side) - 1;
  const tiles: HitInView['tiles'] = [];
  for (let x = atLeast0(left / side); x <= Math.min(last(sheet.width), (left + view.width / zoom) / side); x += 1) {
    for (let y = atLeast0(top / side); y <= Math.min(last(sheet.height), (top + view.height / zoom) / side); y += 1) {
      const [width, height] = [Math.min(side, sheet.width - x * side), Math.min(side, sheet.height - y * side)];
      tiles.push({
        url: `${image.Url}${level}/${x}_${y}.${image.Format}`,
        ...placed({ x: x * side, y: y * side, width, height }),
      });
    }
  }
  return { tiles, marks: places.map(placed).filter(isSeen) };
}

const atLeast0 = (index: number): number => Math.max(0, Math.floor(index));

/** On one axis; centers a sheet smaller than the window. */
function originOf(centre: number, seen: number, size: number): number {
  if (size <= seen) return (size - seen) / 2;
  return Math.min(Math.max(0, centre - seen / 2), size - seen);
}
