/** Bands of the confidence badge (FEAT-26, OP-52): 8 and above green, 6 and above yellow, else red. */
export type ConfidenceBand = 'green' | 'yellow' | 'red';

const GREEN_FROM = 8;
const YELLOW_FROM = 6;

/** The band of a confidence from 0 to 10. */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence >= GREEN_FROM) return 'green';
  return confidence >= YELLOW_FROM ? 'yellow' : 'red';
}

/** `8/10`; a confidence between whole numbers keeps one decimal. */
export function confidenceText(confidence: number): string {
  return `${Number(confidence.toFixed(1))}/10`;
}
