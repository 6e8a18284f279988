import {
  fitSimilarity,
  inverse,
  residualOf,
  sameWidth,
  type PointPair,
  type Similarity,
} from '@symbio/proto/document/similarity';
import type { Alignment, SheetPair, StoredAlignment } from './alignments-api.js';
import { sheetName, type TimeSheet } from './time-sheet.js';
import { countText } from '../../lib/ui/formats.js';

/** From the first sheet to the second. */
export interface ProjectAlignment extends Alignment {
  byName: string;
  updatedAt: string;
}

const toPairs = (pairs: StoredAlignment['pairs']): PointPair[] =>
  pairs.map((pair) => ({ from: { x: pair.from_x, y: pair.from_y }, to: { x: pair.to_x, y: pair.to_y } }));

export const reversed = ({ pairs, base }: Alignment): Alignment => ({
  pairs: pairs.map(({ from, to }) => ({ from: to, to: from })),
  base: base && inverse(base),
});

const isOf = ({ first_page_id, second_page_id }: StoredAlignment, { first, second }: SheetPair): boolean =>
  first_page_id === first && second_page_id === second;

export function storedOf(alignments: readonly StoredAlignment[], pair: SheetPair): ProjectAlignment | null {
  for (const stored of alignments) {
    const said: Alignment = { pairs: toPairs(stored.pairs), base: stored.base };
    const more = { byName: stored.by_name, updatedAt: stored.updated_at };
    if (isOf(stored, pair)) return { ...said, ...more };
    if (isOf(stored, { first: pair.second, second: pair.first })) return { ...reversed(said), ...more };
  }
  return null;
}

type Size = TimeSheet['sheet']['size'];

/** Between the pixels of two sheets. */
export const fitOf = ({ pairs, base }: Alignment, from: Size, to: Size): Similarity =>
  fitSimilarity(pairs, base ?? sameWidth(from, to));

/** From other sheets of the same volumes. */
export interface Offer {
  id: string;
  /** `Sheet 12 and Sheet 12` */
  text: string;
  /** The translation is only a start. */
  base: Similarity;
}

const shortName = (sheet: TimeSheet): string => (sheet.subtitle === '' ? sheet.label : sheet.subtitle);

/** Newest first. Omits alignments with unknown sheets and those that merely took over an offer. */
export function offersFor(
  alignments: readonly StoredAlignment[],
  sheets: readonly TimeSheet[],
  first: TimeSheet,
  second: TimeSheet,
): Offer[] {
  const sheetOf = (id: string) => sheets.find(({ page }) => page.id === id);
  const volumes = [first.page.document_id, second.page.document_id];
  return alignments.flatMap((stored): Offer[] => {
    const [one, other] = [sheetOf(stored.first_page_id), sheetOf(stored.second_page_id)];
    if (!one || !other || stored.pairs.length === 0) return [];
    if (isOf(stored, { first: first.page.id, second: second.page.id })) return [];
    if (isOf(stored, { first: second.page.id, second: first.page.id })) return [];
    const isReversed = one.page.document_id !== volumes[0] || other.page.document_id !== volumes[1];
    const fit = fitOf({ pairs: toPairs(stored.pairs), base: stored.base }, one.sheet.size, other.sheet.size);
    const [from, to] = isReversed ? [other, one] : [one, other];
    return [{ id: stored.id, text: `${shortName(from)} and ${shortName(to)}`, base: isReversed ? inverse(fit) : fit }];
  });
}

/** Feet per inch of paper: "1 in = 50 ft", "1:24,000"; null if invalid. */
export function feetToInch(scale: string | null | undefined): number | null {
  const feet = /^1 in = ([\d.,]+) ft$/.exec(scale ?? '')?.[1];
  if (feet) return Number(feet.replaceAll(',', '')) || null;
  const miles = /^1 in = ([\d.,]+) mi/.exec(scale ?? '')?.[1];
  if (miles) return Number(miles.replaceAll(',', '')) * 5280 || null;
  const ratio = /^1:([\d,]+)$/.exec(scale ?? '')?.[1];
  return ratio ? Number(ratio.replaceAll(',', '')) / 12 || null : null;
}

/** Null if scale or resolution is unknown. */
export function feetToPixel({ page }: Pick<TimeSheet, 'page'>): number | null {
  const feet = feetToInch(page.title_block?.scale?.value ?? page.metadata?.map_scale);
  return feet && page.dpi ? feet / page.dpi : null;
}

/** Residual in feet if the second sheet's pixel size is known. */
export function fitText({ pairs, base }: Alignment, second: TimeSheet, fit: Similarity): string {
  const places = countText(pairs.length, 'place');
  if (pairs.length === 0)
    return base ? 'Rotation and scale from other sheets; no place on these sheets yet.' : 'Not aligned.';
  if (pairs.length === 1)
    return base ? `${places}, rotation and scale from other sheets.` : `${places}: moved, not rotated or scaled.`;
  const residual = residualOf(pairs, fit);
  if (residual === null) return `${places}. Add a third one to see how well they fit.`;
  const feet = feetToPixel(second);
  const apart = feet === null ? `${residual.toFixed(1)} px` : `${(residual * feet).toFixed(1)} ft`;
  return `${places}, ${residual < 0.05 ? 'exact' : `${apart} apart on average`}.`;
}

export const pairName = (first: TimeSheet, second: TimeSheet): string => `${sheetName(first)} and ${sheetName(second)}`;
