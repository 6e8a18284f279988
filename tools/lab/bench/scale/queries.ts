import type { Query } from './measure.js';

/** What screens and services ask most often; each must read about as many rows as it answers, at any size. */
export const QUERIES: readonly Query[] = [
  {
    ...{ name: 'marks of a page', of: 'annotation.annotations', limit: 100 },
    by: ['documentPageId', 'deletedAt'],
    sort: { createdAt: 1, _id: 1 },
  },
  {
    ...{ name: 'marks of a project', of: 'annotation.annotations', limit: 20 },
    by: ['projectId', 'deletedAt'],
    sort: { createdAt: 1, _id: 1 },
  },
  {
    ...{ name: 'mentions of a project', of: 'feature.mentions', limit: 20 },
    by: ['projectId', 'deletedAt'],
    sort: { createdAt: -1, _id: -1 },
  },
  {
    ...{ name: 'mentions of a mark', of: 'feature.mentions', limit: 20 },
    by: ['sourceAnnotationId', 'deletedAt'],
    sort: { createdAt: -1, _id: -1 },
  },
  {
    ...{ name: 'pages of a document', of: 'document.pages', limit: 100 },
    by: ['documentId'],
    sort: { pageNumber: 1 },
  },
  {
    ...{ name: 'pages of a project with a word', of: 'document.pageTexts', limit: 20 },
    by: ['projectId', 'tokens'],
  },
  {
    ...{ name: 'jobs of a project', of: 'job.jobs', limit: 20 },
    by: ['projectId'],
    sort: { createdAt: -1, _id: -1 },
  },
  {
    ...{ name: 'audit entries of a project', of: 'audit.audit_entries', limit: 50 },
    by: ['projectId'],
    sort: { at: -1, _id: -1 },
  },
];
