import { scorecards, scorecardSchemas } from '@symbio/api';
import { z } from 'zod';
import { operationTool, type Tool } from '../tool.js';

export const scorecardTools: Tool[] = [
  operationTool({
    name: 'read_scorecard',
    title: 'Read the scorecard of agents',
    description:
      'How people decided about agents’ proposals: accepted, corrected, rejected by reason, undone, still standing, found on blind sheets, and calibration, by agent and version. Shares below 30 decisions are null.',
    effect: 'reads',
    operation: scorecards.getScorecard,
    argumentNames: [
      ...['project_id', 'author_id', 'agent_name', 'agent_version', 'land_use'],
      ...['from_year', 'to_year', 'sheet_kind', 'group_by'],
    ] as const,
    output: z.object({ scorecard: scorecardSchemas.scorecard }),
    present: ({ data }) => ({ scorecard: data }),
  }),
];
