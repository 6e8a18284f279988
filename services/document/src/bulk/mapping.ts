import type { BulkChange } from '@symbio/proto/document';
import type { BulkRow } from './model.js';

export const toBulkChange = ({ _id: id, projectId, action, category, items }: BulkRow): BulkChange => ({
  id,
  projectId,
  action,
  category: category ?? '',
  outcomes: items.map(({ documentId, title, result, error, code, jobId }) => ({
    documentId,
    title,
    result: result ?? '',
    error: error ?? '',
    code: code ?? '',
    jobId: result === 'done' ? (jobId ?? '') : '',
  })),
});
