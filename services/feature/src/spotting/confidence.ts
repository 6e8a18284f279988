/** What a spot's score is worth: the share of proposals of such a score that were right where somebody looked. */

/**
 * From a score on, so many of ten proposals are right: the corpus' sheets that rules were made with, and the ones that were held
 * out, read by PP-OCR (`npm run eval:spotting`, truth in `eval/spotting/truth.ts`, figures in decision 0081). Where the two
 * halves differ the lower one is said. Nobody who reads a map is surer than 9.5; below the first score nothing is said.
 */
export const CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [4, 6],
  [5, 6],
  [6, 8],
  [7, 9.5],
];

/** What a table says of scores, both 0 to 10: of those said to be 8, eight of ten are right. Below its first score: 0. */
export const calibratedBy =
  (table: typeof CALIBRATION) =>
  (score: number): number =>
    table.findLast(([least]) => score >= least)?.[1] ?? 0;

/** Confidence of a spot's score. */
export const calibrated = calibratedBy(CALIBRATION);
