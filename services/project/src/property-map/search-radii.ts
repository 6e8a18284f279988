import { MAX_RADIUS_NAME, MAX_SEARCH_MILES, MAX_SEARCH_RADII } from '@symbio/proto/limits';
import { notOneLine, ONE_LINE } from '@symbio/proto/lines';
import type { StoredRadius } from './model.js';

/** Approximate minimum search distances of E1527-21, in miles from the boundary; a person may change them. */
export const DEFAULT_RADII: readonly StoredRadius[] = [
  { name: 'Federal NPL', miles: 1 },
  { name: 'RCRA corrective action', miles: 1 },
  { name: 'State and tribal equivalents of NPL', miles: 1 },
  { name: 'Delisted NPL', miles: 0.5 },
  { name: 'SEMS', miles: 0.5 },
  { name: 'SEMS archive', miles: 0.5 },
  { name: 'RCRA treatment, storage and disposal', miles: 0.5 },
  { name: 'State and tribal equivalents of SEMS', miles: 0.5 },
  { name: 'Landfills', miles: 0.5 },
  { name: 'Leaking storage tanks', miles: 0.5 },
  { name: 'Voluntary cleanup', miles: 0.5 },
  { name: 'Brownfields', miles: 0.5 },
];

/** Undefined without a problem. Names are trimmed. */
export function problemOfRadii(radii: readonly StoredRadius[]): string | undefined {
  if (radii.length > MAX_SEARCH_RADII) return `There can be at most ${MAX_SEARCH_RADII} search radii.`;
  const names = radii.map(({ name }) => name.toLowerCase());
  if (names.includes('')) return 'Each search radius needs a name.';
  if (radii.some(({ name }) => [...name].length > MAX_RADIUS_NAME))
    return `The name of a search radius can have at most ${MAX_RADIUS_NAME} characters.`;
  if (!radii.every(({ name }) => ONE_LINE.test(name))) return notOneLine('The name of a search radius');
  if (new Set(names).size < names.length) return 'Two search radii have the same name.';
  return radii.every(({ miles }) => miles > 0 && miles <= MAX_SEARCH_MILES)
    ? undefined
    : `A search radius must be a number of miles, more than 0 and at most ${MAX_SEARCH_MILES}.`;
}
