import type { DeepZoom } from './sheet.js';
import { fitToPageZoom } from '../geometry/zoom.js';
import type { Size } from '../geometry/geometry.js';

const MAX_TILES = 8;

/**
 * Tile URLs that show a whole sheet: the coarsest level with at least screen resolution, or a coarser one if that needs
 * too many tiles.
 */
export function overviewTiles({ Image: image }: DeepZoom, view: Size, pixelRatio: number): string[] {
  const sheet = { width: Number(image.Size.Width), height: Number(image.Size.Height) };
  const tileSize = Number(image.TileSize);
  const finest = Math.ceil(Math.log2(Math.max(sheet.width, sheet.height, 1)));
  const wanted = Math.min(1, fitToPageZoom(sheet, view) * pixelRatio);
  let level = finest;
  while (level > 0 && 2 ** (level - 1 - finest) >= wanted) level -= 1;
  for (; level >= 0; level -= 1) {
    const scale = 2 ** (level - finest);
    const columns = Math.ceil(Math.ceil(sheet.width * scale) / tileSize);
    const rows = Math.ceil(Math.ceil(sheet.height * scale) / tileSize);
    if (columns * rows > MAX_TILES) continue;
    const tiles: string[] = [];
    for (let x = 0; x < columns; x += 1) {
      for (let y = 0; y < rows; y += 1) tiles.push(`${image.Url}${level}/${x}_${y}.${image.Format}`);
    }
    return tiles;
  }
  return [];
}

/** Loads a picture into the browser's cache, after everything that is in view. */
export function preload(address: string): void {
  const image = new Image();
  image.fetchPriority = 'low';
  image.decoding = 'async';
  image.src = address;
}
