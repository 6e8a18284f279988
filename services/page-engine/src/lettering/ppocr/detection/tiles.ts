/** The detector requires sides that are multiples of this. */
const STEP = 32;
/** Longest tile side; measured: larger ones take more memory without a speed-up. */
export const TILE = 768;
/** Overlap in pixels. Its outer half lacks context and is discarded. */
export const OVERLAP = 64;

/** Equal parts of a length. */
export interface Cover {
  /** Size of each part; may exceed a shorter length. */
  size: number;
  starts: number[];
}

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

/** Valid range of a part in its own pixels; complete at the ends of the length. */
export function countedPart(
  start: number,
  size: number,
  length: number,
  overlap = OVERLAP,
): [from: number, to: number] {
  const end = Math.min(size, length - start);
  return [start === 0 ? 0 : overlap / 2, start + size >= length ? end : size - overlap / 2];
}
