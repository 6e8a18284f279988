/** Confidence that a directory or letter line names a site. */
import { calibratedBy } from '../spotting/confidence.js';
import type { Trade } from './trades.js';

export interface Evidence {
  trade: Pick<Trade, 'confidence' | 'misread'>;
  /** Under a heading of the trade. */
  isByHeading: boolean;
  /** OCR confidence of the line's words, 0 to 1. */
  reader: number;
  hasAddress: boolean;
  hasYear: boolean;
}

/** Score penalty for misread letters, as a share of the trade's, and for low OCR confidence. */
const MISREAD = 14;
const UNSURE_WORDS = 3;
const NO_ADDRESS = 1.5;
const NO_YEAR = 0.5;
const HEADING = 0.5;
/** Minimum score of a proposal. */
export const MIN_SCORE = 4.5;

/** 0 to 10. */
export function scoreOf({ trade, isByHeading, reader, hasAddress, hasYear }: Evidence): number {
  const against =
    MISREAD * trade.misread + UNSURE_WORDS * (1 - reader) + (hasAddress ? 0 : NO_ADDRESS) + (hasYear ? 0 : NO_YEAR);
  return Math.max(0, Math.min(10, trade.confidence + (isByHeading ? HEADING : 0) - against));
}

/**
 * Share of correct proposals (of ten) from a score up. Measured only on generated pages (`npm run eval:spotting`,
 * decision 0084), which are easier than real ones: the values are lower.
 */
export const LISTING_CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [MIN_SCORE, 6],
  [6, 7],
  [7, 8],
  [8.5, 8.5],
];

export const calibrated = calibratedBy(LISTING_CALIBRATION);
