import { DISPOSITION_KINDS, REASON_CODES, RECORD_PROPOSAL_STATES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const by = { by_id: z.string(), by_name: z.string(), at: moment.nullable() };
const codes = z.array(word(REASON_CODES));
const reason = z.string().nullable();

const disposition = z.strictObject({
  kind: word(DISPOSITION_KINDS),
  reason_codes: codes,
  reason,
  duplicate_of_id: z.string().nullable(),
  rule_id: z.string().nullable().meta({ description: 'The rule that decided it.' }),
  proposal_id: z.string().nullable().meta({ description: 'The agent’s proposal that was accepted.' }),
  changes: z
    .array(z.strictObject({ field: z.string(), before: z.string(), now: z.string() }))
    .meta({ description: 'Facts that changed since: the record is undecided again.' }),
  ...by,
});

const adjoining = z.strictObject({ is_adjoining: z.boolean(), reason, ...by });

const siteDecision = z.strictObject({
  site_id: z.string().nullable().meta({ description: 'Null: split off.' }),
  reason,
  ...by,
});

const placeDecision = z.strictObject({
  longitude: z.number().nullable().meta({ description: 'Null: the place of the data holds again.' }),
  latitude: z.number().nullable(),
  address: z.string().nullable(),
  reason: z.string(),
  ...by,
});

/** Decisions of people in a hit. */
export const hitDecisions = {
  revision: z.int().meta({ description: 'Changes of its decisions; 0 before the first.' }),
  disposition: disposition.nullable().meta({ description: 'Null until decided.' }),
  adjoining: adjoining
    .nullable()
    .meta({ description: 'As decided by a person; until then `suggests_adjoining` holds.' }),
  site_decision: siteDecision.nullable().meta({ description: 'By a person who joined or split the site.' }),
  place_decision: placeDecision.nullable().meta({ description: 'By a person who placed it.' }),
  feature_id: z.string().nullable().meta({ description: 'The feature that it was linked with.' }),
  mention_id: z.string().nullable(),
};

export const hitChange = z
  .strictObject({
    what: z
      .string()
      .meta({ description: '`disposition`, `adjoining`, `site`, `place`, `feature`, or `undo` of a rule.' }),
    disposition: disposition.nullable(),
    adjoining: adjoining.nullable(),
    site_decision: siteDecision.nullable(),
    place_decision: placeDecision.nullable(),
    feature_id: z.string().nullable(),
    mention_id: z.string().nullable(),
    by_name: z.string(),
    at: moment.nullable(),
  })
  .meta({ id: 'RecordHitChange', description: 'Entry of the history of a record’s decisions.' });

export const originalCell = z
  .strictObject({ column: z.string(), value: z.string() })
  .meta({ id: 'RecordOriginalCell', description: 'Cell of the row that a record was taken from.' });

const distance = z.number().min(0).optional();

export const hitFilter = z
  .strictObject({
    lists: z.array(z.string()).max(50).optional(),
    certainties: z
      .array(z.string())
      .max(4)
      .optional()
      .meta({ description: '`within`, `perhaps`, `beyond` or `orphan`.' }),
    directions: z.array(z.string()).max(8).optional().meta({ description: 'Octants, such as `NE`.' }),
    statuses: z.array(z.string()).max(100).optional(),
    violations: z
      .array(word(['none', 'found']))
      .max(2)
      .optional()
      .meta({ description: 'Records of which no list says match neither.' }),
    min_distance_m: distance,
    max_distance_m: distance,
  })
  .meta({ id: 'RecordHitFilter', description: 'Absent fields do not restrict.' });

export const recordRule = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    filter: hitFilter.nullable(),
    disposition: word(DISPOSITION_KINDS),
    reason_codes: codes,
    reason,
    hit_ids: z.array(z.string()).meta({ description: 'The records it decides; empty in a list.' }),
    hit_count: z.int().meta({ description: 'Number of the records it decides, also in a list.' }),
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
    undone_at: moment.nullable(),
    undone_by_name: z.string().nullable(),
  })
  .meta({ id: 'RecordRule', description: 'Disposition of many records at once.' });

export const nearbyFeature = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    land_use: z.array(z.string()),
    distance_m: z.number().nullable(),
    reasons: z.array(z.string()).meta({
      description: '`near`: within 50 m; `address`, `site`: linked with a record of the same.',
    }),
  })
  .meta({ id: 'RecordNearbyFeature', description: 'Feature to link a record with in place of a new one.' });

export const excludedHit = z.strictObject({ hit_id: z.string(), reason: z.string() });

export const recordProposal = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    hit_id: z.string(),
    disposition: word(DISPOSITION_KINDS),
    reason_codes: codes,
    reason,
    state: word(RECORD_PROPOSAL_STATES),
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
    decided_by_id: z.string().nullable(),
    decided_by_name: z.string().nullable(),
    decided_at: moment.nullable(),
  })
  .meta({ id: 'RecordProposal', description: 'Disposition that an agent proposes.' });
