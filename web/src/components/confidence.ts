/** FEAT-26, OP-52: 8 and above green, 6 and above yellow, else red. */
export const CONFIDENCE_BANDS = ['green', 'yellow', 'red'] as const;
export type ConfidenceBand = (typeof CONFIDENCE_BANDS)[number];

export const BAND_LABELS: Record<ConfidenceBand, string> = {
  green: '8 to 10',
  yellow: '6 to 7.9',
  red: 'Below 6',
};

const BAND_WORDS: Record<ConfidenceBand, string> = { green: 'High', yellow: 'Medium', red: 'Low' };

const GREEN_FROM = 8;
const YELLOW_FROM = 6;

/** From 0 to 10. */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence >= GREEN_FROM) return 'green';
  return confidence >= YELLOW_FROM ? 'yellow' : 'red';
}

export const confidenceWord = (confidence: number): string => BAND_WORDS[confidenceBand(confidence)];

/** `8/10`; fractions keep one decimal. */
export function confidenceText(confidence: number): string {
  return `${Number(confidence.toFixed(1))}/10`;
}
