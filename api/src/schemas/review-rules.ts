import { REVIEW_RULE_ACTIONS, REVIEW_RULE_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const corrected = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `\`correct\`: the ${what} that people gave.` });

export const appliedRule = z
  .strictObject({
    rule_id: z.string(),
    action: word(REVIEW_RULE_ACTIONS),
    corrected_label: corrected('label'),
    corrected_land_use: corrected('land use'),
  })
  .meta({
    id: 'AppliedRule',
    description:
      'Review rule of an undecided proposal. `suppress`: the review does not show it; `correct`: the review suggests the corrected values.',
  });

export const ruleException = z
  .strictObject({ shown: z.boolean(), author_id: z.string(), author_name: z.string(), decided_at: moment.nullable() })
  .meta({ id: 'RuleException', description: 'Whether a person shows a proposal although a rule suppresses it.' });

export const reviewRule = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    document_id: z.string().nullable().meta({ description: 'Null: all documents of the project.' }),
    label: z.string().meta({ description: 'Case, spaces and punctuation do not matter.' }),
    land_use: z.string(),
    action: word(REVIEW_RULE_ACTIONS),
    corrected_label: corrected('label'),
    corrected_land_use: corrected('land use'),
    reason: z.string().meta({ examples: ['Rejected 4 times in one document: OAK ST.'] }),
    status: word(REVIEW_RULE_STATUSES).meta({
      description: '`withdrawn`: its decisions no longer suffice; `removed`: by a person.',
    }),
    decision_count: z.int().meta({ description: 'Decisions that it follows from.' }),
    evidence: z
      .array(z.strictObject({ annotation_id: z.string(), document_id: z.string(), decided_at: moment.nullable() }))
      .meta({ description: 'The newest 50 of these decisions, oldest first.' }),
    applied_count: z.int().meta({ description: 'Undecided proposals that it applies to.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    removals: z
      .array(
        z.strictObject({
          author_id: z.string(),
          author_name: z.string(),
          removed_at: moment.nullable(),
          decision_count: z.int(),
        }),
      )
      .meta({ description: 'Oldest first. Decisions before the last one no longer count.' }),
  })
  .meta({ id: 'ReviewRule', description: 'What follows from people’s decisions about proposals with one label.' });
