/** A part of a sheet in a small picture, put together of its tiles. Plain functions. */
import { MATCH_KINDS } from '@symbio/proto/document/vocabulary';
import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { TileSource } from '../../evidence/page-records.js';
import type { HitPlace } from '../../evidence/page-search-api.js';
import type { Size } from '../../viewer/sheet/geometry.js';

/** Share of the picture's width and height that the place takes at most: the rest shows where it stands. */
const SHARE = { width: 0.75, height: 0.4 } as const;

/** Where in the picture something is, in CSS pixels. */
export interface Placed {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlaceInView {
  /** The tiles it is made of, from the level that is as fine as the screen. */
  tiles: (Placed & { url: string })[];
  /** The places that are seen, outlined. */
  marks: Placed[];
}

/** The place that tells most: of those that fit best, the one with most of the words; undefined when there is none. */
export function bestPlace(places: readonly HitPlace[]): HitPlace | undefined {
  const rank = ({ match, text }: HitPlace) => MATCH_KINDS.indexOf(match) * 1_000 - text.length;
  return places.reduce<HitPlace | undefined>(
    (best, place) => (best === undefined || rank(place) < rank(best) ? place : best),
    undefined,
  );
}

/**
 * The surroundings of a place, never beyond the sheet's edges and never larger than the sheet is.
 *
 * @param places in image pixels; those that are seen are outlined
 * @param view CSS pixels of the picture
 * @param pixelRatio device pixels per CSS pixel
 */
export function placeInView(
  { Image: image }: TileSource,
  place: RectangleCoordinates,
  places: readonly RectangleCoordinates[],
  view: Size,
  pixelRatio: number,
): PlaceInView {
  const sheet = { width: Number(image.Size.Width), height: Number(image.Size.Height) };
  const zoom = Math.min(
    1,
    (view.width * SHARE.width) / Math.max(place.width, 1),
    (view.height * SHARE.height) / Math.max(place.height, 1),
  );
  const left = originOf(place.x + place.width / 2, view.width / zoom, sheet.width);
  const top = originOf(place.y + place.height / 2, view.height / zoom, sheet.height);
  const placed = ({ x, y, width, height }: RectangleCoordinates): Placed => ({
    left: (x - left) * zoom,
    top: (y - top) * zoom,
    width: width * zoom,
    height: height * zoom,
  });
  const isSeen = (box: Placed) =>
    box.left < view.width && box.top < view.height && box.left + box.width > 0 && box.top + box.height > 0;

  const finest = Math.ceil(Math.log2(Math.max(sheet.width, sheet.height, 1)));
  let level = finest;
  while (level > 0 && 2 ** (level - 1 - finest) >= zoom * pixelRatio) level -= 1;
  /** Image pixels of a tile's side. */
  const side = Number(image.TileSize) * 2 ** (finest - level);
  const last = (size: number) => Math.ceil(size / side) - 1;
  const tiles: PlaceInView['tiles'] = [];
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

/** Where a window around a place begins: a sheet that is smaller than the window stands in its middle. */
function originOf(centre: number, seen: number, size: number): number {
  if (size <= seen) return (size - seen) / 2;
  return Math.min(Math.max(0, centre - seen / 2), size - seen);
}
