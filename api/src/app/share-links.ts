import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, moment, one, paging, success, text } from '../schemas/common.js';
import { plainList } from './common.js';

const shareLink = z
  .strictObject({
    id: z.string(),
    document_id: z.string(),
    name: z.string(),
    with_findings: z.boolean(),
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
    last_used_at: moment.nullable(),
  })
  .meta({ id: 'ShareLink', description: 'Shows a document’s pages to everyone who holds its address.' });
export type ShareLinkJson = z.output<typeof shareLink>;

const createdShareLink = shareLink
  .extend({ manifest_url: z.string(), info_url: z.string().nullable() })
  .meta({ id: 'CreatedShareLink', description: 'Its addresses are shown once.' });

const params = z.strictObject({ id: id('Document') });

export const listShareLinks = appOperation({
  id: 'listShareLinks',
  method: 'get',
  path: '/documents/{id}/share-links',
  summary: 'Share links of a document',
  audit: { subject: 'document' },
  params,
  query: z.strictObject(paging),
  answer: plainList(shareLink),
});

export const createShareLink = appOperation({
  id: 'createShareLink',
  method: 'post',
  path: '/documents/{id}/share-links',
  summary: 'Create a share link',
  audit: { subject: 'document', records: { action: 'exported', operation: 'share_link.created' } },
  params,
  body: z.strictObject({ name: text, with_findings: z.boolean().optional() }),
  status: 201,
  answer: one(createdShareLink),
});

export const revokeShareLink = appOperation({
  id: 'revokeShareLink',
  method: 'delete',
  path: '/documents/{id}/share-links/{link_id}',
  summary: 'Revoke a share link',
  audit: { subject: 'document', records: { action: 'changed', operation: 'share_link.revoked' } },
  params: params.extend({ link_id: id('Share link') }),
  answer: success,
});
