import { listedYearOf } from '@symbio/proto/feature/listed-year';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import type { Mention } from '../../evidence/evidence-api.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { isCurrent } from './insight-filters.js';
import type { Source } from './use-sources.js';

/** A current mention with what it was seen on. */
export interface Sighting {
  mention: Mention;
  /** Undefined if the annotation was deleted. */
  source: Source | undefined;
  page: DocumentPage | undefined;
  /** Of the listing that the mention states, else of the sheet; null if unknown. */
  year: number | null;
}

const NO_SIGHTINGS: readonly Sighting[] = [];

function yearOf(page: DocumentPage | undefined): number | null {
  const year = Number(page?.metadata?.year ?? NaN);
  return Number.isInteger(year) ? year : null;
}

const compared = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Oldest first, without a year last. */
const inTime = (a: Sighting, b: Sighting): number =>
  compared(a.year ?? Infinity, b.year ?? Infinity) ||
  (a.source?.title ?? '').localeCompare(b.source?.title ?? '') ||
  (a.page?.page_number ?? 0) - (b.page?.page_number ?? 0);

/** By feature, oldest first. */
export function sightingsByFeature(
  mentions: readonly Mention[],
  sources: ReadonlyMap<string, Source>,
  pages: ReadonlyMap<string, DocumentPage>,
): ReadonlyMap<string, readonly Sighting[]> {
  const found = new Map<string, Sighting[]>();
  for (const mention of mentions) {
    const id = mention.feature_of_interest_id;
    if (!id || !isCurrent(mention)) continue;
    const source = sources.get(mention.source_annotation_id);
    const page = source && pages.get(source.annotation.document_page_id);
    const sighting = { mention, source, page, year: listedYearOf(mention.current_narrative ?? '') ?? yearOf(page) };
    const others = found.get(id);
    if (others) others.push(sighting);
    else found.set(id, [sighting]);
  }
  for (const list of found.values()) list.sort(inTime);
  return found;
}

export const sightingsOf = (all: ReadonlyMap<string, readonly Sighting[]>, featureId: string): readonly Sighting[] =>
  all.get(featureId) ?? NO_SIGHTINGS;

/** Each once, in order. */
export const yearsOf = (sightings: readonly Sighting[]): number[] => [
  ...new Set(sightings.flatMap(({ year }) => (year === null ? [] : [year]))),
];

export const statementOf = ({ mention }: Sighting): string => mention.current_narrative || mention.narrative || '';

/** `Sheet 12, Gas holder` */
export function placeOf({ source, page }: Sighting): string {
  const sheet = page?.title_block?.sheet_number?.value;
  const where = sheet ? `Sheet ${sheet}` : page && `Page ${page.page_number}`;
  return [where, source && labelOf(source.annotation)].filter(Boolean).join(', ');
}

/** `1887, sheet 12, Gas holder` */
export function captionOf(sighting: Sighting): string {
  const place = placeOf(sighting);
  return [sighting.year ?? 'No year', place.charAt(0).toLowerCase() + place.slice(1)].join(', ');
}
