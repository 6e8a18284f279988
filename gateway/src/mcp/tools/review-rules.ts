import { reviewRules, reviewRuleSchemas } from '@symbio/api';
import { z } from 'zod';
import { ofProject, tool, type Tool } from '../tool.js';

export const reviewRuleTools: Tool[] = [
  tool({
    name: 'list_review_rules',
    title: 'List review rules',
    description:
      'Rules that follow from people’s decisions about proposals in a project, with their reasons: labels that people rejected (suppress) or corrected (correct).',
    effect: 'reads',
    input: ofProject,
    output: z.object({ rules: z.array(reviewRuleSchemas.reviewRule) }),
    run: async ({ project_id: id }, api) => {
      const { data } = await api.call(reviewRules.listReviewRules, { params: { id } });
      return { data: { rules: data } };
    },
  }),
];
