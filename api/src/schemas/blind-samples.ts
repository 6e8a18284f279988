import { BLIND_SHEET_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const blindSample = z
  .strictObject({
    project_id: z.string(),
    percent: z.int().meta({ description: 'Share of the sheets; 0: off.' }),
    marked_sheets: z.int().meta({ description: 'Blind sheets that people have marked.' }),
    updated_at: moment.nullable().meta({ description: 'Null if it was never set.' }),
    author_id: z.string().nullable(),
    author_name: z.string().nullable(),
  })
  .meta({ id: 'BlindSample', description: 'Share of a project’s sheets on which agents’ proposals are held back.' });

export const blindSheet = z
  .strictObject({
    page_id: z.string(),
    project_id: z.string(),
    document_id: z.string(),
    status: word(BLIND_SHEET_STATUSES).meta({
      description:
        '`blind`: proposals are held back until a person marks the sheet; `marked`: a person did, and they are shown. A blind sheet may have no proposals.',
    }),
    marked_at: moment.nullable(),
    author_id: z.string().nullable().meta({ description: 'Who marked it.' }),
    author_name: z.string().nullable(),
    marks: z.int().meta({ description: '`marked`: annotations that people had drawn by then.' }),
  })
  .meta({ id: 'BlindSheet' });
