export const TILE_SIZE = 512;

/** Level 0 is one pixel, each level doubles. */
export const maxLevelOf = (width: number, height: number): number => Math.ceil(Math.log2(Math.max(width, height, 1)));

/** Rounded up as Deep Zoom requires. */
export function levelSize(width: number, height: number, level: number): { width: number; height: number } {
  const divisor = 2 ** (maxLevelOf(width, height) - level);
  return { width: Math.ceil(width / divisor), height: Math.ceil(height / divisor) };
}

/** Halvings until the picture fits into one tile. */
export const halvingsToOneTile = (width: number, height: number): number =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_SIZE)));
