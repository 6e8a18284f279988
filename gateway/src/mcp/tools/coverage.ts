import { coverage, lienSearches } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { operationTool, tool, type Tool } from '../tool.js';

export const coverageTools: Tool[] = [
  tool({
    name: 'read_coverage',
    title: 'Read the coverage of sources',
    description:
      'What sources cover of a property and of adjoining properties, by decade, and the year that the history must reach. Decades without a cell are not covered. People state coverage.',
    effect: 'reads',
    input: z.strictObject({
      project_id: z.string({ error: 'project_id is required' }).meta({ description: 'Project id from list_projects.' }),
    }),
    output: z.object({ coverage: shown.coverage }),
    run: async ({ project_id: id }, api) => {
      const { data } = await api.call(coverage.getCoverage, { params: { id } });
      return { data: { coverage: data } };
    },
  }),
  operationTool({
    name: 'list_gaps',
    title: 'List data gaps',
    description: 'Missing information in a project: what was tried, whether it is significant, and its effect.',
    effect: 'reads',
    operation: coverage.listGaps,
    argumentNames: ['project_id', 'page', 'per_page'],
    defaults: { per_page: '50' },
    output: shown.listOf('gaps', shown.gap),
    present: shown.named('gaps'),
  }),
  operationTool({
    name: 'list_lien_searches',
    title: 'List lien searches',
    description: 'Searches for environmental liens and use limitations: who searched, when, and what was found.',
    effect: 'reads',
    operation: lienSearches.listLienSearches,
    argumentNames: ['project_id', 'page', 'per_page'],
    defaults: { per_page: '50' },
    output: shown.listOf('lien_searches', shown.lienSearch),
    present: shown.named('lien_searches'),
  }),
];
