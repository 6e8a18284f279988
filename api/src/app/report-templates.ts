import { MAX_REPORT_TEMPLATE_BYTES } from '@symbio/proto/limits';
import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { id, moment, one, success } from '../schemas/common.js';
import { filesForm } from '../schemas/form.js';

const reportTemplate = z
  .strictObject({
    file_name: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    tags: z.array(z.string()).meta({ description: 'Of the document, such as `findings` for {{findings}}.' }),
    by_id: z.string(),
    by_name: z.string(),
    at: moment.nullable(),
  })
  .meta({ id: 'ReportTemplate', description: 'Word document of a firm with tags that the report replaces.' });
export type ReportTemplateJson = z.output<typeof reportTemplate>;

const reportTemplates = z
  .strictObject({
    of_project: reportTemplate.nullable(),
    of_installation: reportTemplate.nullable().meta({ description: 'For projects without their own.' }),
    known_tags: z.array(z.string()).meta({ description: 'That a template may have.' }),
  })
  .meta({ id: 'ReportTemplates' });

const params = z.strictObject({ id: id('Project') });
const project = { subject: 'project' };
const answer = one(reportTemplates);
const file = {
  description: `A DOCX of at most ${MAX_REPORT_TEMPLATE_BYTES / (1_024 * 1_024)} MB, for versions locked afterwards. 400 with a sentence for each fault.`,
  body: filesForm('One file.'),
  consumes: 'multipart/form-data' as const,
};

export const getProjectTemplate = appOperation({
  id: 'getProjectTemplate',
  method: 'get',
  path: '/projects/{id}/report-template',
  summary: 'Word templates for the report of a project',
  audit: project,
  params,
  answer,
});

export const saveProjectTemplate = appOperation({
  id: 'saveProjectTemplate',
  method: 'post',
  path: '/projects/{id}/report-template',
  summary: 'Set the Word template of a project, by an owner',
  // no event records these
  audit: { ...project, records: { action: 'changed', operation: 'report_template.saved' } },
  params,
  ...file,
  answer,
});

export const removeProjectTemplate = appOperation({
  id: 'removeProjectTemplate',
  method: 'delete',
  path: '/projects/{id}/report-template',
  summary: 'Remove the Word template of a project, by an owner',
  audit: { ...project, records: { action: 'changed', operation: 'report_template.removed' } },
  params,
  answer: success,
});

export const getReportTemplate = appOperation({
  id: 'getReportTemplate',
  method: 'get',
  path: '/report-template',
  summary: 'Word template of the installation',
  audit: { subject: 'report', records: 'nothing' },
  answer,
});

export const saveReportTemplate = appOperation({
  id: 'saveReportTemplate',
  method: 'post',
  path: '/report-template',
  summary: 'Set the Word template of the installation, by an administrator',
  audit: { subject: 'report', records: administered('report_template.saved') },
  ...file,
  answer,
});

export const removeReportTemplate = appOperation({
  id: 'removeReportTemplate',
  method: 'delete',
  path: '/report-template',
  summary: 'Remove the Word template of the installation, by an administrator',
  audit: { subject: 'report', records: administered('report_template.removed') },
  answer: success,
});
