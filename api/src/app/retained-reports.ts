import { RETENTION_YEARS } from '@symbio/proto/limits';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { moment, paging } from '../schemas/common.js';
import { reportVersion } from '../schemas/reports.js';
import { plainList } from './common.js';

const retainedReport = z
  .strictObject({
    version: reportVersion,
    project_number: z.string(),
    project_title: z.string(),
    organization_id: z.string().nullable().meta({ description: 'Of the project; null: the operator.' }),
    erased_at: moment.nullable(),
    erased_by_name: z.string().nullable().meta({ description: 'Null: automatically, or without a name.' }),
    kept_until: moment.nullable().meta({ description: `${RETENTION_YEARS} years after the issue.` }),
  })
  .meta({ id: 'RetainedReport', description: 'An issued version that outlives its erased project.' });
export type RetainedReportJson = z.output<typeof retainedReport>;

export const listRetainedReports = appOperation({
  id: 'listRetainedReports',
  method: 'get',
  path: '/retained-reports',
  summary: 'Issued versions of erased projects, for administrators; their files are in the public API',
  audit: { subject: 'version' },
  query: z.strictObject(paging),
  answer: plainList(retainedReport),
});
