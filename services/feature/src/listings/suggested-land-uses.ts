/** Land uses named by the words of a label or narrative. */
import type { LandUse } from '@symbio/proto/feature';
import { LAND_USES } from '../land-uses.js';
import { tradesIn } from './trades.js';

const MOST_WORDS = 200;
const MOST = 3;

/** Most certain first. */
export function suggestedLandUses(text: string): LandUse[] {
  const tokens = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => ({ text: word, confidence: 1 }));
  const found = tradesIn(tokens, { isHeading: true }).sort(
    (a, b) => b.confidence * (1 - b.misread) - a.confidence * (1 - a.misread),
  );
  const values = [...new Set(found.map(({ landUse }) => landUse))].slice(0, MOST);
  return values.flatMap((wanted) => LAND_USES.filter(({ value }) => value === wanted));
}
