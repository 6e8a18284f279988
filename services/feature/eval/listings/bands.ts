/** Compares what was said of listings with what was right. */
import { LISTING_CALIBRATION } from '../../src/listings/listing-confidence.js';
import type { ListingFigures } from './evaluation.js';

export interface ListingBand {
  /** The least score of the band, and the confidence that is said of it. */
  from: number;
  said: number;
  right: number;
  all: number;
}

/** How many were right in each band of scores. */
export const bandsOf = (looked: ListingFigures['looked']): ListingBand[] =>
  LISTING_CALIBRATION.map(([from, said], index) => {
    const to = LISTING_CALIBRATION[index + 1]?.[0] ?? Infinity;
    const there = looked.filter(({ score }) => score >= from && score < to);
    return { from, said, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
