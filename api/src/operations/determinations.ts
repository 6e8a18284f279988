import { DETERMINATION_PROPOSAL_STATUSES, DETERMINATION_STATUSES } from '@symbio/proto/feature/vocabulary';
import { MAX_DETERMINATION_REASON, MAX_REASON } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, id, list, one, optionalId, paging, requiredText, textUpTo } from '../schemas/common.js';
import { determination, determinationProposal, determinationQuestion, judgment } from '../schemas/determinations.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Determinations',
  description: 'How people judge features: REC, CREC, HREC, BER, de minimis or none. Agents propose.',
};
const { tag } = about;
const FEATURE_ID = '01980a50-3c1e-7a44-8e3d-9b2f64c1d5e7';
const RECORD_ID = '01980a51-7e30-7c55-9f11-2a3b4c5d6e7f';
const EXAMPLE_ID = '01980a63-4d5e-7f60-a172-839405b6c7d8';
const PROPOSAL_ID = '01980a64-5e6f-7071-b283-940516c7d8e9';
const PEOPLE_ONLY = 'Requires the editor role, and a person: keys get 403 `agents_propose`.';

const filters = {
  ...paging,
  project_id: id('Project').optional(),
  feature_id: id('Feature').optional(),
};
const EXAMPLE = {
  feature_id: FEATURE_ID,
  kind: 'rec' as const,
  answers: [
    { question_id: 'presence', answer: 'yes' as const, note: 'Gasoline', evidence_ids: [RECORD_ID] },
    { question_id: 'release', answer: 'yes' as const },
    { question_id: 'minor', answer: 'no' as const },
    { question_id: 'closure', answer: 'no' as const },
  ],
  evidence: [RECORD_ID],
};

export const listDeterminationQuestions = operation({
  id: 'listDeterminationQuestions',
  method: 'get',
  path: '/determination-questions',
  tag,
  summary: 'List the questions of a determination',
  description: 'Answer the first one, then follow `if_yes` and `if_no`.',
  access: 'read',
  audit: { records: 'nothing' },
  query: z.strictObject(paging),
  answer: { description: 'Questions.', schema: list(determinationQuestion) },
  refusals: [],
  example: {},
});

export const listDeterminations = operation({
  id: 'listDeterminations',
  method: 'get',
  path: '/determinations',
  tag,
  summary: 'List determinations',
  description: 'Newest first. Requires at least one of `project_id` and `feature_id`.',
  access: 'read',
  query: z.strictObject({
    ...filters,
    status: z
      .enum(DETERMINATION_STATUSES, { error: `status must be one of ${DETERMINATION_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Only determinations in this state.' }),
  }),
  answer: { description: 'Determinations.', schema: list(determination) },
  refusals: ['not_found'],
  example: { query: { feature_id: FEATURE_ID } },
});

export const createDetermination = operation({
  id: 'createDetermination',
  method: 'post',
  path: '/determinations',
  tag,
  summary: 'Judge a feature',
  description: `Supersedes the feature’s previous determination. ${PEOPLE_ONLY}`,
  access: 'write',
  body: z.strictObject(judgment),
  answer: { status: 201, description: 'The determination.', schema: one(determination) },
  refusals: ['not_found', 'conflict'],
  example: { body: EXAMPLE },
});

export const withdrawDetermination = operation({
  id: 'withdrawDetermination',
  method: 'post',
  path: '/determinations/{id}/withdraw',
  tag,
  summary: 'Withdraw a determination',
  description: `Leaves the feature without determination. A superseded one cannot be withdrawn. ${PEOPLE_ONLY}`,
  access: 'write',
  params: z.strictObject({ id: id('Determination') }),
  body: z.strictObject({ reason: requiredText(MAX_REASON) }),
  answer: { description: 'The determination.', schema: one(determination) },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: EXAMPLE_ID }, body: { reason: 'Judged for another feature.' } },
});

export const listDeterminationProposals = operation({
  id: 'listDeterminationProposals',
  method: 'get',
  path: '/determination-proposals',
  tag,
  summary: 'List proposed determinations',
  description: 'Newest first. Requires at least one of `project_id` and `feature_id`.',
  access: 'read',
  query: z.strictObject({
    ...filters,
    status: z
      .enum(DETERMINATION_PROPOSAL_STATUSES, {
        error: `status must be one of ${DETERMINATION_PROPOSAL_STATUSES.join(', ')}`,
      })
      .optional()
      .meta({ description: 'Only proposals in this state.' }),
  }),
  answer: { description: 'Proposals.', schema: list(determinationProposal) },
  refusals: ['not_found'],
  example: { query: { feature_id: FEATURE_ID } },
});

export const createDeterminationProposal = operation({
  id: 'createDeterminationProposal',
  method: 'post',
  path: '/determination-proposals',
  tag,
  summary: 'Propose a determination',
  description:
    'Counts for nothing until a person accepts it. Requires the editor role. Without evidence 400 `no_evidence`.',
  access: 'write',
  body: z.strictObject({
    ...judgment,
    confidence: z
      .number({ error: 'confidence must be a number from 0 to 10' })
      .min(0, 'confidence must be a number from 0 to 10')
      .max(10, 'confidence must be a number from 0 to 10')
      .nullish()
      .meta({ description: 'From 0 to 10.' }),
    run_id: optionalId('Run', 'An open run of the same project.'),
  }),
  answer: { status: 201, description: 'The proposal.', schema: one(determinationProposal) },
  refusals: ['not_found', 'conflict'],
  example: { body: { ...EXAMPLE, confidence: 7 } },
});

export const decideDeterminationProposal = operation({
  id: 'decideDeterminationProposal',
  method: 'post',
  path: '/determination-proposals/{id}/decide',
  tag,
  summary: 'Accept or reject a proposed determination',
  description: `Accepting writes your own determination with its kind, answers and evidence. ${PEOPLE_ONLY} 409 \`decided_already\`, or \`evidence_changed\` if a cited mention changed.`,
  access: 'write',
  params: z.strictObject({ id: id('Determination proposal') }),
  body: z.strictObject({
    action: z.enum(['accept', 'reject'], { error: 'action must be accept or reject' }),
    reason: textUpTo(MAX_DETERMINATION_REASON).meta({
      description: `Required to reject, at most ${MAX_REASON} characters; to accept it replaces the proposal’s reason.`,
    }),
    determination_id: clientId,
  }),
  answer: {
    description: 'The proposal, and the determination of an accepted one.',
    schema: z.strictObject({ data: determinationProposal, determination: determination.nullable() }),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: PROPOSAL_ID }, body: { action: 'accept' } },
});
