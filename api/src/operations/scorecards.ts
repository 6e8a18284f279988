import { SCORECARD_GROUPINGS } from '@symbio/proto/annotation/vocabulary';
import { PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { id, one } from '../schemas/common.js';
import { scorecard } from '../schemas/scorecards.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Scorecards',
  description: 'What became of agents’ proposals, counted from people’s decisions.',
};

const year = (name: string) =>
  z
    .string()
    .regex(/^\d{4}$/, { error: `${name} must be a year` })
    .transform(Number)
    .optional()
    .meta({ description: 'Year of the sheet, inclusive.', examples: ['1920'] });

const query = z.strictObject({
  project_id: id('Project').optional(),
  author_id: id('Author').optional(),
  agent_name: z.string().optional().meta({ description: 'All versions of an agent.' }),
  agent_version: z.string().optional(),
  land_use: z.string().optional().meta({ description: 'As proposed by the agent.' }),
  from_year: year('from_year'),
  to_year: year('to_year'),
  sheet_kind: z.enum(PAGE_KINDS, { error: `sheet_kind must be one of ${PAGE_KINDS.join(', ')}` }).optional(),
  group_by: z
    .enum(SCORECARD_GROUPINGS, { error: `group_by must be one of ${SCORECARD_GROUPINGS.join(', ')}` })
    .optional(),
});

const declared = {
  method: 'get',
  tag: about.tag,
  access: 'read',
  query,
  refusals: ['not_found'],
  audit: { subject: 'annotation', records: 'nothing' },
  example: { query: { group_by: 'land_use' } },
} as const;

export const getScorecard = operation({
  ...declared,
  id: 'getScorecard',
  path: '/agents/scorecard',
  summary: 'Scorecard of agents',
  description:
    'Counts of agents’ proposals in the projects that you may see, and people’s decisions about them, by agent and version. A share has its number and a 95 % interval (Wilson); below 30 it is null, with a sentence. Deleted proposals count if a person decided about them.',
  answer: { description: 'The scorecard.', schema: one(scorecard) },
});

export const exportScorecard = operation({
  ...declared,
  id: 'exportScorecard',
  path: '/agents/scorecard/csv',
  summary: 'Export the scorecard of agents as CSV',
  description: 'The rows of `getScorecard` with the same filters.',
  answer: { description: 'The file.', schema: binary, contentTypes: ['text/csv'] },
});
