/** Compares stated confidence with actual accuracy of listings. */
import { LISTING_CALIBRATION } from '../../src/listings/listing-confidence.js';
import type { ListingFigures } from './evaluation.js';

export interface ListingBand {
  /** Minimum score of the band, and its stated confidence. */
  from: number;
  said: number;
  right: number;
  all: number;
}

export const calibrationBands = (looked: ListingFigures['looked']): ListingBand[] =>
  LISTING_CALIBRATION.map(([from, said], index) => {
    const to = LISTING_CALIBRATION[index + 1]?.[0] ?? Infinity;
    const there = looked.filter(({ score }) => score >= from && score < to);
    return { from, said, right: there.filter(({ isRight }) => isRight).length, all: there.length };
  });
