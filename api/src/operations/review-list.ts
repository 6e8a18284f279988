import { z } from 'zod';
import { id, one } from '../schemas/common.js';
import { finding } from '../schemas/review-list.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Review list',
  description: 'What a reviewer of the report would find missing.',
};

export const getReviewList = operation({
  id: 'getReviewList',
  method: 'get',
  path: '/projects/{id}/review-list',
  tag: about.tag,
  summary: 'The reviewer’s list of a project',
  description:
    'Rules that the project does not meet, blocking ones first, each with the items to correct. Worked out at each call from sources, site visits, photographs, features and proposals.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The list; empty if all rules are met.', schema: one(z.array(finding)) },
  refusals: ['not_found'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});
