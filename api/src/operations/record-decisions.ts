import { DISPOSITION_KINDS, REASON_CODES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { clientId, id, list, one, optionalId, paging, textUpTo, word } from '../schemas/common.js';
import {
  excludedHit,
  hitChange,
  hitFilter,
  nearbyFeature,
  originalCell,
  recordProposal,
  recordRule,
} from '../schemas/record-decisions.js';
import { recordHit } from '../schemas/records.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Record decisions',
  description: 'What people decide about records near a property; agents propose.',
};
const { tag } = about;

const EDITOR = 'Requires the editor role; agents propose instead.';
const RULES =
  '`not_relevant` needs a reason: the code `status` needs another one of `document`, `controls`, `distance`, `gradient`, `media`, `file_reviewed`, `duplicate`; of lists of releases, records on, perhaps on or next to the property need `file_reviewed` or a written reason.';
const [PROJECT, HIT] = ['01980a40-11aa-7c01-9d20-7f2e3b4c5d6e', '01980a40-11aa-7c01-9d20-7f2e3b4c5d73'];
const ofHit = z.strictObject({ id: id('Record') });
const hitExample = { params: { id: HIT } };
const theHit = { description: 'The record.', schema: one(recordHit) };
const reason = textUpTo(4_000);
const revision = z.int32().min(0).nullish().meta({
  description: 'The record’s `revision` that you read: if it has another one, the response is 409.',
});
const judgement = {
  disposition: word(DISPOSITION_KINDS),
  reason_codes: z.array(word(REASON_CODES)).max(REASON_CODES.length).optional(),
  reason,
};

export const getRecordHit = operation({
  id: 'getRecordHit',
  method: 'get',
  path: '/record-hits/{id}',
  tag,
  summary: 'One record near a property',
  description: 'With the history of its decisions, oldest first, and its row with all columns as the file has it.',
  access: 'read',
  params: ofHit,
  answer: {
    description: 'The record.',
    schema: z.strictObject({
      data: recordHit.extend({ history: z.array(hitChange), original: z.array(originalCell) }),
    }),
  },
  refusals: ['not_found'],
  example: hitExample,
});

export const decideRecordHit = operation({
  id: 'decideRecordHit',
  method: 'put',
  path: '/record-hits/{id}/disposition',
  tag,
  summary: 'Decide about a record',
  description: `${RULES} Earlier decisions stay in its history. ${EDITOR}`,
  access: 'write',
  params: ofHit,
  body: z.strictObject({
    ...judgement,
    duplicate_of_id: optionalId('Record', 'Of the code `duplicate`.'),
    revision,
  }),
  answer: theHit,
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: {
    ...hitExample,
    body: { disposition: 'not_relevant', reason_codes: ['status', 'document'], reason: 'Closure letter of 2011.' },
  },
});

export const decideRecordAdjoining = operation({
  id: 'decideRecordAdjoining',
  method: 'put',
  path: '/record-hits/{id}/adjoining',
  tag,
  summary: 'Decide whether a record is on an adjoining property',
  description: `Within 150 feet it is suggested. ${EDITOR}`,
  access: 'write',
  params: ofHit,
  body: z.strictObject({ is_adjoining: z.boolean(), reason, revision }),
  answer: theHit,
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { ...hitExample, body: { is_adjoining: true } },
});

export const placeRecord = operation({
  id: 'placeRecord',
  method: 'put',
  path: '/record-hits/{id}/place',
  tag,
  summary: 'Place a record',
  description: `At coordinates, or at an address that the street lines have once; distance and direction are measured again, also after later searches. Without either, the place of the data holds again. 409 \`no_search\` before the first search. ${EDITOR}`,
  access: 'write',
  params: ofHit,
  body: z.strictObject({
    longitude: z.number().nullish(),
    latitude: z.number().nullish(),
    address: z.string().max(300).nullish(),
    reason: z.string().max(4_000).meta({ description: 'How you know the place.' }),
    revision,
  }),
  answer: theHit,
  refusals: ['not_found', 'conflict', 'stale', 'not_authorized'],
  example: { ...hitExample, body: { longitude: -73.958, latitude: 40.711, reason: 'Seen at the site visit.' } },
});

export const decideRecordSite = operation({
  id: 'decideRecordSite',
  method: 'post',
  path: '/record-groups',
  tag,
  summary: 'Join records into a site, or split them',
  description: `At most 40 records, with the reason. ${EDITOR}`,
  access: 'write',
  audit: { subject: 'record-hit' },
  body: z.strictObject({
    project_id: id('Project'),
    hit_ids: z.array(z.string()).min(1).max(40),
    is_one_site: z.boolean().meta({ description: 'False: each becomes a site of its own.' }),
    reason: z.string().max(4_000),
  }),
  answer: { description: 'The records.', schema: z.strictObject({ data: z.array(recordHit) }) },
  refusals: ['not_found', 'not_authorized'],
  example: {
    body: { project_id: PROJECT, hit_ids: [HIT], is_one_site: false, reason: 'Another building, by the tax map.' },
  },
});

export const decideRecordHits = operation({
  id: 'decideRecordHits',
  method: 'post',
  path: '/record-hits/bulk',
  tag,
  summary: 'Decide about many records by a rule',
  description: `Gives \`ids\`, or a \`filter\` of undecided records, or both to take exactly the previewed ones: 409 if one of them no longer matches. Records on, perhaps on or next to the property, and lists of releases, are left alone unless included. ${RULES} With \`dry_run\` nothing is stored. The rule can be undone. ${EDITOR}`,
  access: 'write',
  audit: { subject: 'record-rule' },
  body: z.strictObject({
    id: clientId,
    project_id: id('Project'),
    ids: z.array(z.string()).max(5_000).optional(),
    filter: hitFilter.optional(),
    ...judgement,
    include_close: z.boolean().optional(),
    include_releases: z.boolean().optional(),
    dry_run: z.boolean().optional(),
  }),
  answer: {
    description: 'The rule with its records, and those left alone.',
    schema: z.strictObject({
      data: recordRule,
      excluded: z.array(excludedHit),
      dry_run: z.literal(true).optional(),
    }),
  },
  refusals: ['not_found', 'conflict', 'stale', 'not_authorized'],
  example: {
    body: {
      project_id: PROJECT,
      filter: { lists: ['RCRA-SQG'], certainties: ['beyond'] },
      disposition: 'not_relevant',
      reason_codes: ['list_nature', 'distance'],
      dry_run: true,
    },
  },
});

export const listRecordRules = operation({
  id: 'listRecordRules',
  method: 'get',
  path: '/projects/{id}/record-rules',
  tag,
  summary: 'Rules of a project',
  description: 'Newest first.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject({ ...paging }),
  answer: { description: 'The rules.', schema: list(recordRule) },
  refusals: ['not_found'],
  example: { params: { id: PROJECT } },
});

export const undoRecordRule = operation({
  id: 'undoRecordRule',
  method: 'post',
  path: '/record-rules/{id}/undo',
  tag,
  summary: 'Undo a rule',
  description: `Restores the dispositions before it; records that were decided since keep theirs. ${EDITOR}`,
  access: 'write',
  params: z.strictObject({ id: id('Rule') }),
  answer: { description: 'The rule.', schema: one(recordRule) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d74' } },
});

export const listRecordNearbyFeatures = operation({
  id: 'listRecordNearbyFeatures',
  method: 'get',
  path: '/record-hits/{id}/nearby-features',
  tag,
  summary: 'Features near a record',
  description: 'To link it with one of them in place of a new one.',
  access: 'read',
  params: ofHit,
  answer: { description: 'The features.', schema: z.strictObject({ data: z.array(nearbyFeature) }) },
  refusals: ['not_found'],
  example: hitExample,
});

export const linkRecordFeature = operation({
  id: 'linkRecordFeature',
  method: 'post',
  path: '/record-hits/{id}/feature',
  tag,
  summary: 'Make a relevant record a mention of a feature',
  description: `Of the feature \`feature_id\`, or of a new one with the record’s place and name. The mention’s source is the record. 409 \`not_relevant\` unless the record is relevant. ${EDITOR}`,
  access: 'write',
  params: ofHit,
  body: z.strictObject({
    feature_id: optionalId('Feature', 'Existing feature of the project.'),
    feature: z
      .strictObject({
        id: clientId,
        name: z.string().max(200).optional(),
        land_use: z.array(z.string()).max(44).optional(),
      })
      .optional()
      .meta({ description: 'Values of a new feature, if `feature_id` is absent.' }),
    narrative: textUpTo(10_000).meta({ description: 'Default: the facts of the record with their source.' }),
    confidence: z.number().optional(),
    use_type: z.string().optional(),
  }),
  answer: theHit,
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...hitExample, body: { feature: { name: 'Corner service station' } } },
});

export const createRecordProposals = operation({
  id: 'createRecordProposals',
  method: 'post',
  path: '/record-proposals',
  tag,
  summary: 'Propose dispositions of records',
  description: `All or none. They count for nothing until a person accepts them. ${RULES} Requires the editor role.`,
  access: 'write',
  body: z.strictObject({
    project_id: id('Project'),
    items: z
      .array(z.strictObject({ id: clientId, hit_id: id('Record'), ...judgement }))
      .min(1)
      .max(500),
  }),
  answer: {
    status: 201,
    description: 'The proposals.',
    schema: z.strictObject({ data: z.array(recordProposal) }),
  },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: {
    body: {
      project_id: PROJECT,
      items: [{ hit_id: HIT, disposition: 'relevant', reason: 'Release of petroleum at the next corner.' }],
    },
  },
});

export const listRecordProposals = operation({
  id: 'listRecordProposals',
  method: 'get',
  path: '/record-proposals',
  tag,
  summary: 'Proposed dispositions of a project',
  description: 'Newest first.',
  access: 'read',
  query: z.strictObject({
    project_id: id('Project'),
    state: z.string().optional().meta({ description: '`proposed`, `accepted` or `rejected`.' }),
    ...paging,
  }),
  answer: { description: 'The proposals.', schema: list(recordProposal) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT } },
});

export const decideRecordProposal = operation({
  id: 'decideRecordProposal',
  method: 'post',
  path: '/record-proposals/{id}/decide',
  tag,
  summary: 'Accept or reject a proposed disposition',
  description: `Accepting decides about the record in your name. 409 \`proposal_decided\` if another decision exists. ${EDITOR}`,
  access: 'write',
  params: z.strictObject({ id: id('Proposal') }),
  body: z.strictObject({ accept: z.boolean() }),
  answer: { description: 'The proposal.', schema: one(recordProposal) },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d75' }, body: { accept: true } },
});
