import { stateInWords, type Judgement } from '@symbio/georeference';
import type { PlacingState } from './placing-state.js';
import { countText } from '../../lib/ui/formats.js';

/** `exact, within 4 ft · 5 places · 1 left out` */
export function placingSummary(judgement: Judgement | null, points: PlacingState['points']): string {
  const left = points.filter(({ used }) => !used).length;
  const used = points.length - left;
  return [
    stateInWords(judgement?.state ?? 'none', judgement?.expectedFeet ?? null),
    countText(used, 'place'),
    left > 0 ? `${left} left out` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** What to do next. */
export function nextStep({ pixel, place }: Pick<PlacingState, 'pixel' | 'place'>): string {
  if (pixel)
    return 'Now click the same place on the map, or type its crossing, address or coordinates. Esc drops the point.';
  if (place) return 'Now click the same place on the sheet. Esc drops the point.';
  return 'Click a place on the sheet, such as a street crossing, then the same place on the map.';
}

/** Feet by which the fit misses a point: `3 ft`, `0.4 ft` */
export const missText = (feet: number | null | undefined): string =>
  feet === null || feet === undefined ? '' : `${feet < 1 ? feet.toFixed(1) : Math.round(feet)} ft`;
