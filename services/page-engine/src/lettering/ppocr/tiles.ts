/** How a picture of any size is cut for the detector. Plain functions. */

/** The detector takes sides that are multiples of this. */
const STEP = 32;
/** Longest side of a tile: measured, a larger one is no quicker and takes more memory. */
export const TILE = 768;
/** Pixels that two tiles share. The outer half of them sees too little around it and is not used. */
export const OVERLAP = 64;

/** Equal pieces of a length. */
export interface Cover {
  /** Of each piece; a piece may reach beyond the end where the length is shorter than one. */
  size: number;
  starts: number[];
}

/** As few pieces as cover a length, none longer than a tile nor than it takes. */
export function coverOf(length: number, tile = TILE, overlap = OVERLAP): Cover {
  const count = length <= tile ? 1 : Math.ceil((length - overlap) / (tile - overlap));
  const size = roundUp((length + (count - 1) * overlap) / count);
  const last = Math.max(0, length - size);
  return {
    size,
    starts: Array.from({ length: count }, (_, index) => (count === 1 ? 0 : Math.round((index * last) / (count - 1)))),
  };
}

const roundUp = (length: number): number => Math.ceil(length / STEP) * STEP;

/** From where on and up to where a piece counts, in its own pixels: all of it at the ends of the length. */
export function countedPart(
  start: number,
  size: number,
  length: number,
  overlap = OVERLAP,
): [from: number, to: number] {
  const end = Math.min(size, length - start);
  return [start === 0 ? 0 : overlap / 2, start + size >= length ? end : size - overlap / 2];
}
