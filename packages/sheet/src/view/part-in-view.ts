/** Composes a picture of a part of a sheet from its tiles. */
import type { Rectangle } from '../geometry/shapes.js';
import type { DeepZoom } from './sheet.js';
import type { Size } from '../geometry/geometry.js';

export interface PlacedPart {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PartInView {
  /** Of the level that matches the screen resolution. */
  tiles: (PlacedPart & { url: string })[];
  /** CSS pixels per pixel of a tile. Tiles at an edge may be padded to their full size. */
  tileScale: number;
  marks: PlacedPart[];
  /** From image pixels to those of the picture. */
  toView: (place: Rectangle) => PlacedPart;
}

/**
 * Clamped to the sheet's edges and never enlarged.
 * @param places in image pixels; visible ones are outlined
 * @param share of the picture that the place takes at most; the rest is context
 */
export function partInView(
  { Image: image }: DeepZoom,
  place: Rectangle,
  places: readonly Rectangle[],
  view: Size,
  pixelRatio: number,
  share: Size,
): PartInView {
  const sheet = { width: Number(image.Size.Width), height: Number(image.Size.Height) };
  const zoom = Math.min(
    1,
    (view.width * share.width) / Math.max(place.width, 1),
    (view.height * share.height) / Math.max(place.height, 1),
  );
  const left = originOf(place.x + place.width / 2, view.width / zoom, sheet.width);
  const top = originOf(place.y + place.height / 2, view.height / zoom, sheet.height);
  const placed = ({ x, y, width, height }: Rectangle): PlacedPart => ({
    left: (x - left) * zoom,
    top: (y - top) * zoom,
    width: width * zoom,
    height: height * zoom,
  });
  const isSeen = (box: PlacedPart) =>
    box.left < view.width && box.top < view.height && box.left + box.width > 0 && box.top + box.height > 0;

  const finest = Math.ceil(Math.log2(Math.max(sheet.width, sheet.height, 1)));
  let level = finest;
  while (level > 0 && 2 ** (level - 1 - finest) >= zoom * pixelRatio) level -= 1;
  /** Image pixels. */
  const side = Number(image.TileSize) * 2 ** (finest - level);
  const last = (size: number) => Math.ceil(size / side) - 1;
  const tiles: PartInView['tiles'] = [];
  for (let x = atLeast0(left / side); x <= Math.min(last(sheet.width), (left + view.width / zoom) / side); x += 1) {
    for (let y = atLeast0(top / side); y <= Math.min(last(sheet.height), (top + view.height / zoom) / side); y += 1) {
      const [width, height] = [Math.min(side, sheet.width - x * side), Math.min(side, sheet.height - y * side)];
      tiles.push({
        url: `${image.Url}${level}/${x}_${y}.${image.Format}`,
        ...placed({ x: x * side, y: y * side, width, height }),
      });
    }
  }
  const tileScale = (side * zoom) / Number(image.TileSize);
  return { tiles, tileScale, marks: places.map(placed).filter(isSeen), toView: placed };
}

const atLeast0 = (index: number): number => Math.max(0, Math.floor(index));

/** On one axis; centers a sheet smaller than the window. */
function originOf(centre: number, seen: number, size: number): number {
  if (size <= seen) return (size - seen) / 2;
  return Math.min(Math.max(0, centre - seen / 2), size - seen);
}
