import {
  fields,
  moment,
  part,
  rowSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import type { LonLat } from '@symbio/georeference/boundary';
import { DISPOSITION_KINDS, RECORD_PROPOSAL_STATES } from '@symbio/proto/records/vocabulary';
import type { Model } from 'mongoose';
import type { StoredHit } from '../hits.js';

/** Facts of a hit that a disposition relies on. */
export interface Facts {
  name: string;
  address: string;
  status: string;
  violations?: string;
  /** Latitude, longitude. */
  place: string;
  onProperty: string;
  metres: number;
}

const change = fields({
  what: { type: String, enum: ['disposition', 'adjoining', 'site', 'place', 'feature', 'undo'], required: true },
  ...{ byId: text, byName: text, at: moment },
  text: { type: String, default: '' },
  /** Of a disposition. */
  kind: { type: String, enum: DISPOSITION_KINDS },
  codes: { type: [String], default: undefined },
  duplicateOfId: { type: String },
  proposalId: { type: String },
  facts: { type: typed<Facts>(Object) },
  /** Of a disposition, and of its undoing. */
  ruleId: { type: String },
  isAdjoining: { type: Boolean },
  /** Empty: split off. */
  siteId: { type: String },
  /** Longitude and latitude; absent: the place of the data holds again. */
  place: { type: typed<LonLat>([Number]), default: undefined },
  address: { type: String },
  featureId: { type: String },
  mentionId: { type: String },
});
/** Immutable. */
export type StoredChange = ValuesOf<typeof change>;

const decidedHit = fields({
  projectId: text,
  /** As it was when last decided. */
  hit: { type: typed<StoredHit>(Object), required: true },
  /** Oldest first. Current decisions follow from it. */
  history: { type: [part(change)], required: true },
});
/** Of a hit with decisions; its id is the hit's. */
export type DecidedHitRow = RowOf<typeof decidedHit>;

const filter = fields({
  lists: { type: [String], required: true },
  certainties: { type: [String], required: true },
  directions: { type: [String], required: true },
  statuses: { type: [String], required: true },
  violations: { type: [String], default: undefined },
  minDistanceM: { type: Number },
  maxDistanceM: { type: Number },
});
export type StoredFilter = ValuesOf<typeof filter>;

const rule = fields({
  projectId: text,
  filter: { type: part(filter) },
  kind: { type: String, enum: DISPOSITION_KINDS, required: true },
  codes: { type: [String], required: true },
  text: { type: String, default: '' },
  hitIds: { type: [String], required: true },
  byId: text,
  byName: text,
  /** All hits are written. */
  appliedAt: { type: Date },
  undoneAt: { type: Date },
  undoneById: { type: String },
  undoneByName: { type: String },
  creationHash: text,
});
export type RuleRow = RowOf<typeof rule>;

const proposal = fields({
  projectId: text,
  hitId: text,
  kind: { type: String, enum: DISPOSITION_KINDS, required: true },
  codes: { type: [String], required: true },
  text: { type: String, default: '' },
  state: { type: String, enum: RECORD_PROPOSAL_STATES, required: true },
  byId: text,
  byName: text,
  decidedById: { type: String },
  decidedByName: { type: String },
  decidedAt: { type: Date },
  creationHash: text,
});
export type ProposalRow = RowOf<typeof proposal>;

export interface DecisionModels {
  decidedHits: Model<DecidedHitRow>;
  rules: Model<RuleRow>;
  proposals: Model<ProposalRow>;
}

export function decisionModels(connection: Connection): DecisionModels {
  const decidedHits = rowSchema<DecidedHitRow>('decided_hits', decidedHit);
  decidedHits.index({ projectId: 1 });
  const rules = rowSchema<RuleRow>('record_rules', rule);
  rules.index({ deletedAt: 1, projectId: 1, createdAt: -1 });
  const proposals = rowSchema<ProposalRow>('record_proposals', proposal);
  proposals.index({ deletedAt: 1, projectId: 1, createdAt: -1, _id: -1 });
  return {
    decidedHits: connection.model<DecidedHitRow>('DecidedHit', decidedHits),
    rules: connection.model<RuleRow>('RecordRule', rules),
    proposals: connection.model<ProposalRow>('RecordProposal', proposals),
  };
}
