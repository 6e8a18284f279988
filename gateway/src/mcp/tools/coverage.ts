import { coverage, interviews, lienSearches, questionnaires } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { ofProject, operationTool, tool, type Tool } from '../tool.js';

export const coverageTools: Tool[] = [
  tool({
    name: 'read_coverage',
    title: 'Read the coverage of sources',
    description:
      'What sources cover of a property and of adjoining properties, by decade, and the year that the history must reach. Decades without a cell are not covered. People state coverage.',
    effect: 'reads',
    input: ofProject,
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
    name: 'list_interviews',
    title: 'List interviews',
    description:
      'Interviews about a property, and attempts without an answer: who was asked, when, and what they said.',
    effect: 'reads',
    operation: interviews.listInterviews,
    argumentNames: ['project_id', 'page', 'per_page'],
    defaults: { per_page: '50' },
    output: shown.listOf('interviews', shown.interview),
    present: shown.named('interviews'),
  }),
  tool({
    name: 'read_questionnaire',
    title: 'Read the questionnaire',
    description: 'What the user of the report was asked about a property (40 CFR 312.22), and their answers.',
    effect: 'reads',
    input: ofProject,
    output: z.object({ questionnaire: shown.questionnaire }),
    run: async ({ project_id: id }, api) => {
      const { data } = await api.call(questionnaires.getQuestionnaire, { params: { id } });
      return { data: { questionnaire: data } };
    },
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
