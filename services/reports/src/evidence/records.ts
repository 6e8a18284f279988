import { METRES_PER_MILE } from '@symbio/agency-lists';
import { FEET_PER_METRE } from '@symbio/georeference';
import { DISPOSITION_LABELS, labelIn, REASON_CODE_LABELS } from '@symbio/proto/labels';
import type { EvidenceRecords } from '@symbio/report';
import type { Sources } from './sources.js';
import { isoOf } from './values.js';

/** Not once the facts of the hit changed. */
function dispositionOf({ disposition }: Sources['hits'][number]) {
  if (!disposition || disposition.changes.length > 0) return {};
  const { kind, reasonCodes, text, byName: by } = disposition;
  const reasons = [...reasonCodes.map((code) => labelIn(REASON_CODE_LABELS, code)), text];
  const reason = reasons.filter((part) => part !== '').join('; ');
  return { disposition: { decision: labelIn(DISPOSITION_LABELS, kind), reason, by } };
}

export function recordsOf({ search, hits }: Pick<Sources, 'search' | 'hits'>): EvidenceRecords | undefined {
  if (!search) return undefined;
  const data = search.data.map(({ name, agencyDate, sha256 }) => ({
    ...{ name, sha256, ...(agencyDate && { agency_date: agencyDate }) },
  }));
  return {
    searched_at: isoOf(search.createdAt),
    lists: search.counts.map(({ list, title, distanceM, isLoaded, isReported, within }) => ({
      ...{ list, title, distance_miles: Math.round((distanceM / METRES_PER_MILE) * 100) / 100 },
      ...{ searched: isLoaded || isReported, hits: within, data: isLoaded ? data : [] },
    })),
    hits: hits.map((hit) => ({
      ...{ id: hit.id, list: hit.list, name: hit.name, address: hit.address },
      ...(hit.status && { status: hit.status }),
      ...(hit.certainty !== 'orphan' && { distance_ft: Math.round(hit.distanceM * FEET_PER_METRE) }),
      ...(hit.direction && { direction: hit.direction }),
      ...{ on_property: hit.onProperty === 'on', adjoining: hit.adjoining?.isAdjoining ?? hit.suggestsAdjoining },
      ...dispositionOf(hit),
    })),
  };
}
