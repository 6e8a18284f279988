import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, one, paging } from '../schemas/common.js';
import { plainList, stored } from './common.js';

const pair = z
  .strictObject({ from_x: z.number(), from_y: z.number(), to_x: z.number(), to_y: z.number() })
  .meta({ description: 'Pixels of each sheet’s full-resolution image.' });
const base = z.strictObject({ re: z.number(), im: z.number(), x: z.number(), y: z.number() });

const alignment = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    first_page_id: z.string(),
    second_page_id: z.string(),
    pairs: z.array(pair),
    base: base.nullable(),
    residual_px: z
      .number()
      .nullable()
      .meta({ description: 'Pixels of the second sheet; null if two points do not determine it.' }),
    by_id: z.string(),
    by_name: z.string(),
    ...stored,
  })
  .meta({ id: 'Alignment' });
export type AlignmentJson = z.output<typeof alignment>;

const pages = { first_page_id: id('Page'), second_page_id: id('Page') };

export const listAlignments = appOperation({
  id: 'listAlignments',
  method: 'get',
  path: '/alignments',
  summary: 'Alignments of two sheets, then of other sheets of the same documents, newest first',
  audit: { subject: 'alignment' },
  query: z.strictObject({ ...pages, ...paging }),
  answer: plainList(alignment),
});

export const saveAlignment = appOperation({
  id: 'saveAlignment',
  method: 'put',
  path: '/alignments',
  summary: 'Save the alignment of two sheets',
  audit: { subject: 'alignment' },
  body: z.strictObject({
    ...pages,
    pairs: z.array(pair).max(MAX_ALIGNMENT_PAIRS, { error: `There can be at most ${MAX_ALIGNMENT_PAIRS} places.` }),
    base: base.nullish(),
    updated_at: z.iso
      .datetime({ error: 'updated_at must be a date and time' })
      .nullish()
      .meta({ description: 'Expected version; absent: overwrites any version.' }),
  }),
  answer: one(alignment),
});
