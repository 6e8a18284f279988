import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import type { Page } from '@symbio/proto/document';
import { LAND_USES } from '../land-uses.js';
import { FOUND_BY_SPOTTER } from '../mentions/apply-decision.js';
import type { Outline } from '../spotting/outline.js';
import type { Box } from '../spotting/reading.js';
import type { Spot } from '../spotting/spotter.js';

/** Sheets with land use lettering (DATA-09). */
const SHEETS: Readonly<Record<string, string>> = {
  sanborn_map: 'fire insurance map',
  topographic_map: PAGE_KIND_LABELS.topographic_map.toLowerCase(),
  aerial_photo: 'aerial photograph',
};

export const isMapSheet = ({ metadata }: Page): boolean => Object.hasOwn(SHEETS, metadata?.pageType ?? '');

/** A person must can verify it without the machine. */
export function narrativeOf(spot: Spot, outline: Outline | undefined, page: Page): string {
  const { pageType = '', year } = page.metadata ?? {};
  const sheet = SHEETS[pageType] ?? 'sheet';
  const use = LAND_USES.find(({ value }) => value === spot.landUse)?.label ?? spot.landUse;
  const read = spot.text.toUpperCase().replace(/[^A-Z& ]/g, '');
  const meant = read === spot.term ? '' : ` (read as ${spot.term})`;
  const inside = !outline ? '' : outline.isRound ? ' inside a round outline' : ' inside the outline that is marked';
  return (
    `"${spot.text}"${meant} is lettered${inside} on page ${page.pageNumber}, a ${sheet}${year === undefined ? '' : ` of ${year}`}, ` +
    `in the ${placeOf(spot.box, page)} of the sheet${beside(spot)}. This suggests: ${use}. ${FOUND_BY_SPOTTER}.`
  );
}

/** As half a sentence. */
function beside({ notes }: Spot): string {
  const parts = [
    notes.capacity === undefined
      ? []
      : [/\d/.test(notes.capacity) ? `"${notes.capacity}" stands beside it` : 'its capacity is lettered beside it'],
    notes.isBelowGround ? ['it is said to be below ground'] : [],
    notes.disused === undefined ? [] : [`"${notes.disused}" stands beside it: the use is of an earlier time`],
  ].flat();
  return parts.length === 0 ? '' : `; ${parts.join(', and ')}`;
}

function placeOf({ x, y, width, height }: Box, page: Pick<Page, 'width' | 'height'>): string {
  const third = (value: number, names: readonly [string, string, string]): string =>
    names[Math.min(2, Math.floor(value * 3))] ?? names[1];
  const down = third((y + height / 2) / page.height, ['upper', '', 'lower']);
  const across = third((x + width / 2) / page.width, ['left', '', 'right']);
  return down || across ? `${[down, across].filter(Boolean).join(' ')} part` : 'middle';
}
