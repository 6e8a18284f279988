/** Side of a tile in pixels. */
export const TILE_SIZE = 512;

/** Number of the level that shows every pixel; level 0 is one pixel, each level doubles the one before. */
export const maxLevelOf = (width: number, height: number): number => Math.ceil(Math.log2(Math.max(width, height, 1)));

/** Size of a level in pixels, rounded up as Deep Zoom viewers expect. */
export function levelSize(width: number, height: number, level: number): { width: number; height: number } {
  const divisor = 2 ** (maxLevelOf(width, height) - level);
  return { width: Math.ceil(width / divisor), height: Math.ceil(height / divisor) };
}

/** How often the picture is halved until it fits into one tile. */
export const halvingsToOneTile = (width: number, height: number): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_SIZE)));
