export interface Level {
  people: number;
  held: boolean;
}

export interface RampOptions {
  first: number;
  /** Factor to the next level while levels succeed. */
  factor: number;
  /** The ramp ends when the answer is known within this share. */
  precision: number;
  /** No level has more people. */
  most: number;
}

export const RAMP: RampOptions = { first: 20, factor: 1.6, precision: 0.1, most: 2_000 };

/** 0 without one. */
export const held = (levels: readonly Level[]): number =>
  Math.max(0, ...levels.filter((level) => level.held).map(({ people }) => people));

/** Fewest people at a failed level; Infinity without one. */
const tooMany = (levels: readonly Level[]): number =>
  Math.min(Infinity, ...levels.filter((level) => !level.held).map(({ people }) => people));

/**
 * Size of the next level: growing until a level fails, then halfway between success and failure until the result is
 * precise enough.
 *
 * @returns undefined when the answer is known
 */
export function nextLevel(levels: readonly Level[], options: RampOptions = RAMP): number | undefined {
  if (levels.length === 0) return options.first;
  const [low, high] = [held(levels), tooMany(levels)];
  if (high === Infinity)
    return low >= options.most ? undefined : Math.min(options.most, Math.round(low * options.factor));
  const next = Math.round((low + high) / 2);
  return high - low <= Math.max(1, high * options.precision) || next === low || next === high ? undefined : next;
}
