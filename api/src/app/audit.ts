import { AUDIT_ACTIONS } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { binary } from '../schemas/binary.js';
import { moment, one, paging, word } from '../schemas/common.js';

const auditEntry = z
  .strictObject({
    seq: z.int(),
    at: moment.nullable(),
    user_id: z.string().nullable(),
    user_name: z.string().nullable().meta({ description: 'Null without a person or a name.' }),
    agent_name: z.string().nullable().meta({ description: 'An agent’s name and version; null for people.' }),
    api_key_id: z.string().nullable(),
    address: z.string().nullable(),
    action: word(AUDIT_ACTIONS),
    operation: z.string(),
    object: z.string().nullable(),
    object_id: z.string().nullable(),
    project_id: z.string().nullable(),
    status: z.int().nullable().meta({ description: 'Null for events without a request.' }),
    request_id: z.string().nullable(),
    client_request_id: z.string().nullable().meta({ description: '`X-Request-Id` as the caller sent it.' }),
    manifest_sha256: z.string().nullable().meta({ description: 'Of a version of a report, signed or issued.' }),
    organization_id: z.string().nullable().meta({ description: 'Of the person at that time; null: the operator.' }),
    version_number: z.int().nullable().meta({ description: 'Of a version of a report; null in older entries.' }),
    previous: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'RecordedEntry' });
export type AuditEntryJson = z.output<typeof auditEntry>;

const titledEntry = auditEntry
  .extend({
    object_title: z.string().nullable().meta({ description: 'Current title; null if unknown or deleted.' }),
    place_title: z.string().nullable().meta({ description: 'Sheet that an annotation is on.' }),
    project_title: z.string().nullable(),
    verdict: z.string().nullable().meta({ description: 'Of a review.' }),
  })
  .meta({ id: 'AuditEntry' });

const auditState = z
  .strictObject({
    newest: z.int(),
    oldest: z.int(),
    verified_at: moment.nullable(),
    verified_through: z.int(),
    broken: z.string().nullable(),
    retention_days: z.int().nullable().meta({ description: 'Null: unlimited.' }),
    removed_through: z.int().nullable().meta({ description: 'Newest entry that retention removed.' }),
    removed_at: moment.nullable(),
  })
  .meta({ id: 'AuditState' });
export type AuditStateJson = z.output<typeof auditState>;

const filterId = (name: string) => z.guid({ error: `${name} must be an id` }).optional();
const time = (name: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), `${name} must be a date and time`)
    .optional();

const filter = {
  user_id: filterId('user_id'),
  api_key_id: filterId('api_key_id'),
  project_id: filterId('project_id'),
  address: z.string().optional(),
  action: z.string().optional().meta({ description: 'Actions, separated by commas.' }),
  from: time('from'),
  to: time('to'),
};
export type AuditFilterJson = z.output<z.ZodObject<typeof filter>>;

const audit = { subject: 'audit' };

export const listAuditEntries = appOperation({
  id: 'listAuditEntries',
  method: 'get',
  path: '/audit',
  summary: 'Entries of the audit trail, newest first',
  audit,
  query: z.strictObject({
    ...filter,
    ...paging,
    before: z
      .string()
      .transform(Number)
      .refine((seq) => Number.isSafeInteger(seq) && seq >= 0, 'before must be the next of an answer')
      .optional()
      .meta({ override: { type: 'integer', minimum: 0 } }),
  }),
  answer: z.strictObject({ data: z.array(titledEntry), next: z.int().nullable() }),
});

export const getAuditState = appOperation({
  id: 'getAuditState',
  method: 'get',
  path: '/audit/state',
  summary: 'Extent, last check and retention of the audit trail',
  audit,
  answer: one(auditState),
});

export const verifyAuditTrail = appOperation({
  id: 'verifyAuditTrail',
  method: 'post',
  path: '/audit/verify',
  summary: 'Verify the hash chain of the audit trail',
  audit: { ...audit, records: administered('audit.verified') },
  answer: one(auditState),
});

export const setAuditRetention = appOperation({
  id: 'setAuditRetention',
  method: 'put',
  path: '/audit/retention',
  summary: 'Set how many days entries are kept',
  audit,
  body: z.strictObject({
    days: z
      .int({ error: 'days must be a whole number' })
      .min(1)
      .max(36_500, { error: 'days must be at most 36500, a hundred years' })
      .nullable()
      .meta({ description: 'Null: unlimited.' }),
  }),
  answer: one(auditState),
});

export const exportAuditTrail = appOperation({
  id: 'exportAuditTrail',
  method: 'get',
  path: '/audit/export',
  summary: 'The audit trail as a file',
  audit: { ...audit, records: { action: 'exported', operation: 'export of the audit trail' } },
  rate: ['exports'],
  query: z.strictObject({
    ...filter,
    format: z.enum(['csv', 'ndjson'], { error: 'format must be one of csv, ndjson' }),
  }),
  contentTypes: ['text/csv', 'application/x-ndjson'],
  answer: binary,
});
