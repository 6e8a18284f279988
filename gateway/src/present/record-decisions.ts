import type {
  AdjoiningDecision,
  Disposition,
  HitChange,
  NearbyFeature,
  PlaceDecision,
  RecordHit,
  RecordProposal,
  RecordRule,
  SiteDecision,
} from '@symbio/proto/records';
import { moment } from './json.js';

const presentBy = ({ byId, byName, at }: Pick<Disposition, 'byId' | 'byName' | 'at'>) => ({
  ...{ by_id: byId, by_name: byName, at: moment(at) },
});

const presentDisposition = (one: Disposition) => ({
  ...{ kind: one.kind, reason_codes: one.reasonCodes, reason: one.text || null },
  ...{ duplicate_of_id: one.duplicateOfId || null, rule_id: one.ruleId || null },
  ...{ proposal_id: one.proposalId || null, changes: one.changes },
  ...presentBy(one),
});

const presentAdjoining = (one: AdjoiningDecision) => ({
  ...{ is_adjoining: one.isAdjoining, reason: one.text || null },
  ...presentBy(one),
});

const presentSite = (one: SiteDecision) => ({
  ...{ site_id: one.siteId || null, reason: one.text || null },
  ...presentBy(one),
});

const presentPlace = (one: PlaceDecision) => ({
  ...{ longitude: one.longitude ?? null, latitude: one.latitude ?? null, address: one.address || null },
  reason: one.text,
  ...presentBy(one),
});

export const presentDecisions = ({
  revision,
  disposition,
  adjoining,
  siteDecision,
  placeDecision,
  featureId,
  mentionId,
}: RecordHit) => ({
  revision,
  disposition: disposition ? presentDisposition(disposition) : null,
  adjoining: adjoining ? presentAdjoining(adjoining) : null,
  site_decision: siteDecision ? presentSite(siteDecision) : null,
  place_decision: placeDecision ? presentPlace(placeDecision) : null,
  ...{ feature_id: featureId || null, mention_id: mentionId || null },
});

export const presentHitChange = ({ what, disposition, adjoining, site, place, byName, at, ...change }: HitChange) => ({
  what,
  disposition: disposition ? presentDisposition(disposition) : null,
  adjoining: adjoining ? presentAdjoining(adjoining) : null,
  site_decision: site ? presentSite(site) : null,
  place_decision: place ? presentPlace(place) : null,
  ...{ feature_id: change.featureId || null, mention_id: change.mentionId || null },
  ...{ by_name: byName, at: moment(at) },
});

export const presentNearby = ({ id, name, landUse, distanceM, reasons }: NearbyFeature) => ({
  ...{ id, name, land_use: landUse, distance_m: distanceM ?? null, reasons },
});

export const presentRule = ({ filter, ...rule }: RecordRule) => ({
  ...{ id: rule.id, project_id: rule.projectId },
  filter: filter
    ? {
        ...{ lists: filter.lists, certainties: filter.certainties },
        ...{ directions: filter.directions, statuses: filter.statuses, violations: filter.violations },
        ...{ min_distance_m: filter.minDistanceM, max_distance_m: filter.maxDistanceM },
      }
    : null,
  ...{ disposition: rule.kind, reason_codes: rule.reasonCodes, reason: rule.text || null, hit_ids: rule.hitIds },
  hit_count: rule.hitCount,
  ...{ by_id: rule.byId, by_name: rule.byName, created_at: moment(rule.createdAt) },
  ...{ undone_at: moment(rule.undoneAt), undone_by_name: rule.undoneByName || null },
});

export const presentProposal = (one: RecordProposal) => ({
  ...{ id: one.id, project_id: one.projectId, hit_id: one.hitId, disposition: one.kind },
  ...{ reason_codes: one.reasonCodes, reason: one.text || null, state: one.state },
  ...{ by_id: one.byId, by_name: one.byName, created_at: moment(one.createdAt) },
  ...{ decided_by_id: one.decidedById || null, decided_by_name: one.decidedByName || null },
  decided_at: moment(one.decidedAt),
});
