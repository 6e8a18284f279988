/** Calibration of scores: the share of correct proposals among reviewed ones with that score. */

/**
 * Correct proposals of ten from a score up, measured on the corpus sheets used for tuning and on held-out ones, read by
 * PP-OCR (`npm run eval:spotting`, truth in `eval/spotting/truth.ts`, figures in its README.md). The lower value of
 * both halves counts. Capped at 9.5; below the first score there is no proposal.
 */
export const CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [4, 6],
  [5, 6],
  [6, 8],
  [7, 9.5],
];

/** Looks up a score's confidence, both 0 to 10: 8 means eight of ten are right. 0 below the first score. */
export const calibratedBy =
  (table: typeof CALIBRATION) =>
  (score: number): number =>
    table.findLast(([least]) => score >= least)?.[1] ?? 0;

export const calibrated = calibratedBy(CALIBRATION);
