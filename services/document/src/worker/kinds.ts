import type { DOCUMENT_JOB_TYPES } from '../processing.js';
import { analyzePages } from './analysis-work.js';
import { classify, makePages, makeRecords, processWhole, type Work } from './page-work.js';

/** What is done for each kind of job: every kind there is has exactly one entry, or this does not compile. */
export const WORK: Readonly<Record<(typeof DOCUMENT_JOB_TYPES)[number], Work>> = {
  'document-specific': processWhole,
  'ingest-generic-pdf': processWhole,
  'background-generate-records': makeRecords,
  'background-generate-images': makePages,
  'background-analyze-pages': analyzePages,
  'classify-document': classify,
};
