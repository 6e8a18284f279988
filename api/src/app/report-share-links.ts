import { MAX_REPORT_SHARE_DAYS } from '@symbio/proto/limits';
import { REPORT_STATES } from '@symbio/proto/reports/vocabulary';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { day, id, moment, one, paging, success, text, word } from '../schemas/common.js';
import { plainList, textOrEmpty } from './common.js';

const lastDay = z.string().meta({ format: 'date', description: 'UTC, inclusive.' });

const reportShareLink = z
  .strictObject({
    id: z.string(),
    version_id: z.string(),
    name: z.string(),
    last_day: lastDay,
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
    last_used_at: moment.nullable(),
  })
  .meta({
    id: 'ReportShareLink',
    description: 'Shows the files of an issued version to everyone who holds its address, until its last day.',
  });
export type ReportShareLinkJson = z.output<typeof reportShareLink>;

const createdReportShareLink = reportShareLink
  .extend({ url: z.string() })
  .meta({ id: 'CreatedReportShareLink', description: 'Its address is shown once.' });

const params = z.strictObject({ id: id('Report version') });

export const listReportShareLinks = appOperation({
  id: 'listReportShareLinks',
  method: 'get',
  path: '/report-versions/{id}/share-links',
  summary: 'Share links of a version',
  audit: { subject: 'version' },
  params,
  query: z.strictObject(paging),
  answer: plainList(reportShareLink),
});

export const createReportShareLink = appOperation({
  id: 'createReportShareLink',
  method: 'post',
  path: '/report-versions/{id}/share-links',
  summary: 'Share an issued version by a link that ends',
  description: `By an owner. The last day is today at the earliest, in ${MAX_REPORT_SHARE_DAYS} days at the latest.`,
  audit: { subject: 'version', records: { action: 'exported', operation: 'share_link.created' } },
  params,
  body: z.strictObject({
    name: text,
    last_day: day('last_day must be a date such as 2026-11-30').meta({ format: 'date' }),
  }),
  status: 201,
  answer: one(createdReportShareLink),
});

export const revokeReportShareLink = appOperation({
  id: 'revokeReportShareLink',
  method: 'delete',
  path: '/report-versions/{id}/share-links/{link_id}',
  summary: 'Revoke a share link',
  audit: { subject: 'version', records: { action: 'changed', operation: 'share_link.revoked' } },
  params: params.extend({ link_id: id('Share link') }),
  answer: success,
});

/** Without an account. The token is in the body, so no log of addresses holds it. */
export const openSharedReport = appOperation({
  id: 'openSharedReport',
  method: 'post',
  path: '/shared-reports/open',
  summary: 'What a share link of a report leads to',
  access: 'open',
  sameOrigin: true,
  rate: ['invitation'],
  audit: { subject: 'version', records: 'nothing' },
  body: z.strictObject({ token: textOrEmpty }),
  answer: one(
    z
      .strictObject({
        project_title: z.string(),
        project_number: z.string(),
        number: z.int(),
        state: word(REPORT_STATES),
        reason: z.string().nullable().meta({ description: 'Of a withdrawal.' }),
        signed_by: z.string().nullable(),
        signed_at: moment.nullable(),
        issued_at: moment.nullable(),
        manifest_sha256: z.string(),
        last_day: lastDay,
        files: z
          .array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string(), url: z.string() }))
          .meta({ description: 'None of a withdrawn version. Addresses are valid for an hour.' }),
      })
      .meta({ id: 'SharedReport' }),
  ),
});
