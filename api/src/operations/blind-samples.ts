import { MAX_BLIND_PERCENT } from '@symbio/proto/limits';
import { z } from 'zod';
import { blindSample, blindSheet } from '../schemas/blind-samples.js';
import { id, one } from '../schemas/common.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Blind samples',
  description: 'Sheets whose proposals are held back until a person has marked them, to measure what agents miss.',
};
const { tag } = about;
const PERCENT = `percent must be a whole number from 0 to ${MAX_BLIND_PERCENT}`;

const sample = {
  tag,
  path: '/projects/{id}/blind-sample',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The sample.', schema: one(blindSample) },
} as const;
const sheet = {
  tag,
  audit: { subject: 'page' },
  params: z.strictObject({ id: id('Page') }),
  answer: { description: 'The sheet.', schema: one(blindSheet) },
  example: { params: { id: '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa' } },
} as const;
const example = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } };

export const getBlindSample = operation({
  ...sample,
  id: 'getBlindSample',
  method: 'get',
  summary: 'Blind sample of a project',
  description: 'The share of its sheets on which proposals are held back.',
  access: 'read',
  refusals: ['not_found'],
  example,
});

export const setBlindSample = operation({
  ...sample,
  id: 'setBlindSample',
  method: 'put',
  summary: 'Set the blind sample of a project',
  description:
    'Sheets are chosen by their ids; a larger share keeps the sheets of a smaller one. Sheets with proposals that people could see are not blind. Proposals on sheets that leave the sample are shown. Requires the editor role; people only.',
  access: 'write',
  body: z.strictObject({
    percent: z.int({ error: PERCENT }).min(0, PERCENT).max(MAX_BLIND_PERCENT, PERCENT),
  }),
  refusals: ['not_found', 'not_authorized'],
  example: { ...example, body: { percent: 10 } },
});

export const getBlindSheet = operation({
  ...sheet,
  id: 'getBlindSheet',
  method: 'get',
  path: '/document-pages/{id}/blind-sheet',
  summary: 'Whether proposals on a page are held back',
  description:
    'Proposals that are held back, and their mentions, are in no list, search, count, export, report or live stream, and cannot be read by their ids. Only the responses to their creation contain them, with `held_back`.',
  access: 'read',
  refusals: ['not_found'],
});

export const markBlindSheet = operation({
  ...sheet,
  id: 'markBlindSheet',
  method: 'post',
  path: '/document-pages/{id}/blind-sheet/mark',
  summary: 'Show the proposals on a blind sheet',
  description:
    'Says that you marked what you see. Counts which of people’s annotations the proposals overlap, for `blind_recall` of the scorecard, and shows the proposals. 409 `not_blind` if none are held back. Requires the editor role; people only.',
  access: 'write',
  refusals: ['not_found', 'conflict', 'not_authorized'],
});
