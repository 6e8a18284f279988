import { z } from 'zod';
import { appOperation } from '../operation.js';
import { binary } from '../schemas/binary.js';
import { id } from '../schemas/common.js';

export const EXPORT_KINDS = [
  'features',
  'mentions',
  'annotations',
  'records',
  'coverage',
  'gaps',
  'interviews',
  'lien_searches',
  'user_answers',
] as const;
export const EXPORT_FORMATS = ['geojson', 'kml', 'csv'] as const;

const oneOf = <Words extends readonly [string, ...string[]]>(name: string, words: Words) =>
  z.enum(words, { error: `${name} must be one of ${words.join(', ')}` });

const params = z.strictObject({ id: id('Project') });

export const exportProject = appOperation({
  id: 'exportProject',
  method: 'get',
  path: '/projects/{id}/export',
  summary: 'Features, mentions, annotations, records, coverage or gaps of a project as a file',
  audit: { subject: 'project', records: { action: 'exported', operation: 'export {what} as {format}' } },
  rate: ['exports'],
  params,
  query: z.strictObject({ what: oneOf('what', EXPORT_KINDS), format: oneOf('format', EXPORT_FORMATS) }),
  contentTypes: ['application/geo+json', 'application/vnd.google-earth.kml+xml', 'text/csv'],
  answer: binary,
});

export const exportWorkbook = appOperation({
  id: 'exportWorkbook',
  method: 'get',
  path: '/projects/{id}/workbook',
  summary: 'The evidence of a project, the records near it, or the coverage of its sources, as an Excel workbook',
  audit: { subject: 'project', records: { action: 'exported', operation: 'export as Excel workbook' } },
  rate: ['exports'],
  params,
  query: z.strictObject({ what: oneOf('what', ['evidence', 'records', 'coverage']).default('evidence') }),
  contentTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  answer: binary,
});
