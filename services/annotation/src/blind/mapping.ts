import type { BlindSample, BlindSheet } from '@symbio/proto/annotation';
import type { PageStatus, Sample } from './model.js';

export const toBlindSample = ({ projectId, row, markedSheets }: Sample): BlindSample => ({
  projectId,
  percent: row?.percent ?? 0,
  markedSheets,
  updatedAt: row?.updatedAt,
  authorId: row?.authorId ?? '',
  authorName: row?.authorName ?? '',
});

export const toBlindSheet = ({ page, status, row }: PageStatus): BlindSheet => ({
  pageId: page.id,
  projectId: page.projectId,
  documentId: page.documentId,
  status,
  markedAt: row?.createdAt,
  authorId: row?.authorId ?? '',
  authorName: row?.authorName ?? '',
  marks: row?.marks ?? 0,
});
