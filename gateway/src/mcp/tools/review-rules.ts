import { reviewRules, reviewRuleSchemas } from '@symbio/api';
import { z } from 'zod';
import { operationTool, type Tool } from '../tool.js';

export const reviewRuleTools: Tool[] = [
  operationTool({
    name: 'list_review_rules',
    title: 'List review rules',
    description:
      'Rules that follow from people’s decisions about proposals in a project, with their reasons: labels that people rejected (suppress) or corrected (correct).',
    effect: 'reads',
    operation: reviewRules.listReviewRules,
    argumentNames: ['id'] as const,
    output: z.object({ rules: z.array(reviewRuleSchemas.reviewRule) }),
    present: ({ data }) => ({ rules: data }),
  }),
];
