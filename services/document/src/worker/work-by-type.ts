import type { JobType } from '@symbio/proto/job/vocabulary';
import { analyzePages } from './analysis-work.js';
import { makePages } from './page-pictures.js';
import { makeRecords } from './page-records.js';
import { processWhole } from './whole-document.js';
import { classify, type Work } from './work.js';

export const WORK: Readonly<Record<JobType, Work>> = {
  'document-specific': processWhole,
  'ingest-generic-pdf': processWhole,
  'background-generate-records': makeRecords,
  'background-generate-images': makePages,
  'background-analyze-pages': analyzePages,
  'classify-document': classify,
};
