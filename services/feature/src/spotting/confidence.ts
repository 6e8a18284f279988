/** What a spot's score is worth: the share of proposals of such a score that were right where somebody looked. */

/**
 * From a score on, so many of ten proposals are right. Fitted by `npm run eval:spotting` on the corpus' sheets that are
 * not held out (`eval/spotting/truth.ts`), read by PP-OCR: (right + 1) of (all + 2) in each band, made to rise, in halves. The
 * sheets that are held out say whether it is so (decision 0081). Nobody who reads a map is surer than 9.5; below the first
 * score more were wrong than right, and nothing is said.
 */
export const CALIBRATION: readonly (readonly [score: number, confidence: number])[] = [
  [4, 6.5],
  [5, 8.5],
  [6, 8.5],
  [7, 9.5],
];

/** Confidence of a score, both 0 to 10: of those said to be 8, eight of ten are right. */
export function calibrated(score: number): number {
  let confidence = 0;
  for (const [least, said] of CALIBRATION) if (score >= least) confidence = said;
  return confidence;
}
