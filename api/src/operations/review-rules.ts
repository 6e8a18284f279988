import { z } from 'zod';
import { id, list, one, paging } from '../schemas/common.js';
import { reviewRule } from '../schemas/review-rules.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Review rules',
  description: 'Rules that follow from people’s decisions about agents’ proposals in a project.',
};
const { tag } = about;

export const listReviewRules = operation({
  id: 'listReviewRules',
  method: 'get',
  path: '/projects/{id}/review-rules',
  tag,
  summary: 'Review rules of a project',
  description:
    'Active ones first, then the latest changed first. Three rejections of a label without an acceptance suppress it; two equal corrections suggest the correction. Rules never apply to another project.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject({ ...paging }),
  answer: { description: 'The rules.', schema: list(reviewRule) },
  refusals: ['not_found'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});

export const removeReviewRule = operation({
  id: 'removeReviewRule',
  method: 'post',
  path: '/review-rules/{id}/remove',
  tag,
  summary: 'Remove a review rule',
  description:
    'Its proposals are shown again, and its decisions no longer make this rule. Requires the editor role; people only.',
  access: 'write',
  params: z.strictObject({ id: id('Rule') }),
  answer: { description: 'The rule.', schema: one(reviewRule) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d77' } },
});
