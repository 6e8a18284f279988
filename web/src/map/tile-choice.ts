/** Which deep-zoom tiles of a sheet a view needs. */
import type { PictureSize, Pixel } from '@symbio/georeference';
import { areApart, boxOf, type Box, type Mercator } from './mercator.js';

export interface TiledSheet extends PictureSize {
  tileSize: number;
}

export interface TileAt {
  level: number;
  x: number;
  y: number;
}

export const tileKey = ({ level, x, y }: TileAt): string => `${level}/${x}_${y}`;

/** The level of full resolution; each lower one has half the pixels. */
export const topLevel = ({ width, height }: PictureSize): number => Math.ceil(Math.log2(Math.max(width, height, 1)));

/** The finest level with a single tile. */
export const baseLevel = (sheet: TiledSheet): number => {
  const halvings = Math.ceil(Math.log2(Math.max(sheet.width, sheet.height, 1) / sheet.tileSize));
  return topLevel(sheet) - Math.max(0, halvings);
};

/** Pixels of a tile may be shown this much larger (as a power of 2) before a finer level is loaded. */
const SLACK = 0.3;

/** @param scale device pixels per pixel of the sheet */
export function levelFor(sheet: TiledSheet, scale: number): number {
  const level = topLevel(sheet) + Math.ceil(Math.log2(scale) - SLACK);
  return Math.min(topLevel(sheet), Math.max(baseLevel(sheet), level));
}

/** Full-resolution pixels of a tile, cut at the edge of the sheet. */
export function pixelsOf(sheet: TiledSheet, { level, x, y }: TileAt) {
  const pixels = sheet.tileSize * 2 ** (topLevel(sheet) - level);
  const [left, top] = [x * pixels, y * pixels];
  return { left, top, right: Math.min(left + pixels, sheet.width), bottom: Math.min(top + pixels, sheet.height) };
}

/** Corners of a tile on the map: top left, top right, bottom left, bottom right. */
export function cornersOfTile(
  sheet: TiledSheet & { at: (pixel: Pixel) => Mercator },
  tile: TileAt,
): readonly [Mercator, Mercator, Mercator, Mercator] {
  const { left, top, right, bottom } = pixelsOf(sheet, tile);
  const { at } = sheet;
  return [at({ x: left, y: top }), at({ x: right, y: top }), at({ x: left, y: bottom }), at({ x: right, y: bottom })];
}

export function tilesInView(
  sheet: TiledSheet & { at: (pixel: Pixel) => Mercator },
  level: number,
  view: Box,
): TileAt[] {
  const pixels = sheet.tileSize * 2 ** (topLevel(sheet) - level);
  const tiles: TileAt[] = [];
  for (let y = 0; y * pixels < sheet.height; y++)
    for (let x = 0; x * pixels < sheet.width; x++) {
      const tile = { level, x, y };
      if (!areApart(boxOf(cornersOfTile(sheet, tile)), view)) tiles.push(tile);
    }
  return tiles;
}

export const parentOf = ({ level, x, y }: TileAt): TileAt => ({ level: level - 1, x: x >> 1, y: y >> 1 });

/** Part of a picture that shows a tile: offset and size as shares of the picture. */
export type PicturePart = readonly [left: number, top: number, width: number, height: number];

/**
 * The part of the picture of a tile, or of a coarser one in its place.
 * @param picture size of the picture: tiles at the edge may be padded to the full size
 */
export function partOf(sheet: TiledSheet, tile: TileAt, shown: TileAt, picture: PictureSize): PicturePart {
  const scale = 2 ** (topLevel(sheet) - shown.level);
  const [{ left, top, right, bottom }, from] = [pixelsOf(sheet, tile), pixelsOf(sheet, shown)];
  const share = (pixels: number, of: number): number => pixels / scale / of;
  // a cut tile has a fraction of a pixel less than its share
  return [
    share(left - from.left, picture.width),
    share(top - from.top, picture.height),
    Math.min(1, share(right - left, picture.width)),
    Math.min(1, share(bottom - top, picture.height)),
  ];
}
