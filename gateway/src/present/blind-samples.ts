import type { blindSampleSchemas } from '@symbio/api';
import type { BlindSample, BlindSheet } from '@symbio/proto/annotation';
import type { z } from 'zod';
import { moment } from './json.js';

export const presentBlindSample = (sample: BlindSample): z.output<typeof blindSampleSchemas.blindSample> => ({
  project_id: sample.projectId,
  percent: sample.percent,
  marked_sheets: sample.markedSheets,
  updated_at: moment(sample.updatedAt),
  author_id: sample.authorId || null,
  author_name: sample.authorName || null,
});

export const presentBlindSheet = (sheet: BlindSheet): z.output<typeof blindSampleSchemas.blindSheet> => ({
  page_id: sheet.pageId,
  project_id: sheet.projectId,
  document_id: sheet.documentId,
  status: sheet.status,
  marked_at: moment(sheet.markedAt),
  author_id: sheet.authorId || null,
  author_name: sheet.authorName || null,
  marks: sheet.marks,
});
