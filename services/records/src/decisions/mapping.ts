import type { Disposition, HitChange, RecordHit, RecordProposal, RecordRule } from '@symbio/proto/records';
import type { FactChange } from './current.js';
import type { KnownHit } from './known-hits.js';
import type { ProposalRow, RuleRow, StoredChange } from './model.js';

const byOf = ({ byId, byName, at }: StoredChange) => ({ byId, byName, at });

const toDisposition = (change: StoredChange, changes: FactChange[]): Disposition => ({
  ...{ kind: change.kind ?? 'undecided', reasonCodes: change.codes ?? [], text: change.text },
  ...{ duplicateOfId: change.duplicateOfId ?? '', ruleId: change.ruleId ?? '', proposalId: change.proposalId ?? '' },
  ...{ changes, ...byOf(change) },
});

const toAdjoining = (change: StoredChange) => ({
  ...{ isAdjoining: change.isAdjoining ?? false, text: change.text },
  ...byOf(change),
});

const toSite = (change: StoredChange) => ({ siteId: change.siteId ?? '', text: change.text, ...byOf(change) });

const toPlace = ({ place, address, text, ...change }: StoredChange) => ({
  ...{ longitude: place?.[0], latitude: place?.[1], address: address ?? '', text },
  ...{ byId: change.byId, byName: change.byName, at: change.at },
});

export const toKnownHit = ({ place, metres, octant, decisions, source, ...hit }: KnownHit): RecordHit => ({
  ...hit,
  violations: hit.violations ?? '',
  source: source && { ...source, distanceFt: source.distanceFt, direction: source.direction ?? '' },
  ...{ distanceM: metres, direction: octant, longitude: place?.[0], latitude: place?.[1] },
  revision: decisions.revision,
  disposition: decisions.disposition && toDisposition(decisions.disposition, decisions.changes),
  adjoining: decisions.adjoining && toAdjoining(decisions.adjoining),
  siteDecision: decisions.site && toSite(decisions.site),
  placeDecision: decisions.place && toPlace(decisions.place),
  featureId: decisions.feature?.featureId ?? '',
  mentionId: decisions.feature?.mentionId ?? '',
});

export const toHitChange = (change: StoredChange): HitChange => ({
  ...{ what: change.what, byName: change.byName, at: change.at },
  disposition: change.what === 'disposition' ? toDisposition(change, []) : undefined,
  adjoining: change.what === 'adjoining' ? toAdjoining(change) : undefined,
  site: change.what === 'site' ? toSite(change) : undefined,
  place: change.what === 'place' ? toPlace(change) : undefined,
  ...{ featureId: change.featureId ?? '', mentionId: change.mentionId ?? '' },
});

export const toRule = ({ filter, ...row }: RuleRow): RecordRule => ({
  ...{ id: row._id, projectId: row.projectId, kind: row.kind, reasonCodes: row.codes, text: row.text },
  filter: filter && { ...filter, violations: filter.violations ?? [] },
  ...{ hitIds: row.hitIds, hitCount: row.hitIds.length },
  ...{ byId: row.byId, byName: row.byName, createdAt: row.createdAt },
  ...{ undoneAt: row.undoneAt, undoneByName: row.undoneByName ?? '' },
});

export const toProposal = (row: ProposalRow): RecordProposal => ({
  ...{ id: row._id, projectId: row.projectId, hitId: row.hitId, kind: row.kind, reasonCodes: row.codes },
  ...{ text: row.text, state: row.state, byId: row.byId, byName: row.byName, createdAt: row.createdAt },
  ...{ decidedById: row.decidedById ?? '', decidedByName: row.decidedByName ?? '', decidedAt: row.decidedAt },
});
