import {
  ANSWERS,
  DETERMINATION_KINDS,
  DETERMINATION_PROPOSAL_STATUSES,
  DETERMINATION_STATUSES,
} from '@symbio/proto/feature/vocabulary';
import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import { MAX_ANSWER_NOTE, MAX_DETERMINATION_REASON, MAX_EVIDENCE } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, id, moment, textUpTo, word } from './common.js';

const answer = z.strictObject({
  question_id: z.string(),
  answer: word(ANSWERS),
  note: z.string(),
  evidence_ids: z.array(z.string()),
});

const judged = {
  id: z.string(),
  project_id: z.string(),
  feature_id: z.string(),
  kind: word(DETERMINATION_KINDS),
  answers: z.array(answer),
  reason: z.string(),
  settings_version: z.string().meta({ description: 'Version of the questions.' }),
  evidence: z.array(z.string()).meta({ description: 'Ids of mention history records.' }),
  author_id: z.string(),
  author_name: z.string(),
};

export const determination = z
  .strictObject({
    ...judged,
    status: word(DETERMINATION_STATUSES).meta({ description: 'A feature has at most one active determination.' }),
    stale: z.boolean().meta({
      description: 'Active, but a cited mention changed since, or other features were merged into this one.',
    }),
    proposal_id: z.string().nullable().meta({ description: 'The accepted proposal.' }),
    created_at: moment.nullable(),
    withdrawn_at: moment.nullable(),
    withdrawn_by_name: z.string().nullable(),
    withdrawal_reason: z.string().nullable(),
  })
  .meta({ id: 'Determination', description: 'A person’s judgment of a feature; immutable except for its status.' });

export type DeterminationJson = z.output<typeof determination>;

export const determinationProposal = z
  .strictObject({
    ...judged,
    author_type: word(AUTHOR_TYPES),
    status: word(DETERMINATION_PROPOSAL_STATUSES),
    confidence: z.number().nullable(),
    run_id: z.string().nullable(),
    created_at: moment.nullable(),
    decided_at: moment.nullable(),
    decided_by_name: z.string().nullable(),
    decision_reason: z.string().nullable(),
    determination_id: z.string().nullable().meta({ description: 'Of an accepted one.' }),
  })
  .meta({ id: 'DeterminationProposal', description: 'A proposed determination, which a person accepts or rejects.' });

export type DeterminationProposalJson = z.output<typeof determinationProposal>;

export const determinationQuestion = z
  .strictObject({
    id: z.string(),
    text: z.string(),
    note_label: z.string().meta({ description: 'What to note beside a yes.' }),
    if_yes: z.string().nullable().meta({ description: 'Id of the next question after a yes.' }),
    if_no: z.string().nullable().meta({ description: 'Id of the next question after a no.' }),
    kinds_if_yes: z.array(word(DETERMINATION_KINDS)).meta({ description: 'Kinds that a yes points to.' }),
    kinds_if_no: z.array(word(DETERMINATION_KINDS)).meta({ description: 'Kinds that a no points to.' }),
  })
  .meta({ id: 'DeterminationQuestion' });

export type DeterminationQuestionJson = z.output<typeof determinationQuestion>;

const recordIds = z.array(z.string()).max(MAX_EVIDENCE, `Cite at most ${MAX_EVIDENCE} records`);

/** Fields of a new determination or proposal. */
export const judgment = {
  id: clientId,
  feature_id: id('Feature'),
  kind: z.enum(DETERMINATION_KINDS, { error: `kind must be one of ${DETERMINATION_KINDS.join(', ')}` }),
  answers: z
    .array(
      z.strictObject({
        question_id: z.string().meta({ description: 'Of `GET /determination-questions`.' }),
        answer: z.enum(ANSWERS, { error: `answer must be one of ${ANSWERS.join(', ')}` }),
        note: textUpTo(MAX_ANSWER_NOTE).meta({ description: 'Facts that the question asks for.' }),
        evidence_ids: recordIds.nullish(),
      }),
    )
    .nullish(),
  reason: textUpTo(MAX_DETERMINATION_REASON).meta({
    description: 'May be left out only for the kind that the answers point to.',
  }),
  evidence: recordIds.nullish().meta({
    description:
      'Ids of current history records of the feature’s mentions (`current_history_id`). Those of the answers are added.',
  }),
};
