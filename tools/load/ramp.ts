/** What a level of load came to, as far as the ramp is concerned. */
export interface Level {
  people: number;
  /** Whether the machine held it. */
  held: boolean;
}

export interface RampOptions {
  /** People of the first level. */
  first: number;
  /** Times as many at the next one, as long as all is held. */
  factor: number;
  /** The ramp ends once it is known within this share of the answer. */
  precision: number;
  /** No level has more people. */
  most: number;
}

export const RAMP: RampOptions = { first: 20, factor: 1.6, precision: 0.1, most: 2_000 };

/** The most people that were held; 0 when none were. */
export const held = (levels: readonly Level[]): number =>
  Math.max(0, ...levels.filter((level) => level.held).map(({ people }) => people));

/** The fewest people that were too many; Infinity when none were. */
const tooMany = (levels: readonly Level[]): number =>
  Math.min(Infinity, ...levels.filter((level) => !level.held).map(({ people }) => people));

/**
 * How many people the next level has: more and more until there are too many, then halfway between what was held and what
 * was not, until that is precise enough.
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
