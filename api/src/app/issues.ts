import { z } from 'zod';
import { appOperation } from '../operation.js';
import { text } from '../schemas/common.js';

export const translateIssue = appOperation({
  id: 'translateIssue',
  method: 'post',
  path: '/translate-issue',
  summary: 'Derive title, description and type from free text',
  audit: { subject: 'issue' },
  rate: ['suggestions'],
  body: z.strictObject({ description: text }),
  answer: z
    .strictObject({ title: z.string(), description: z.string(), type: z.string() })
    .meta({ id: 'IssueSuggestion' }),
});

export const unfollowIssue = appOperation({
  id: 'unfollowIssueByToken',
  method: 'post',
  path: '/issue-unfollow',
  summary: 'End mail about one issue',
  description:
    'For the holder of a mailed token: in the query for mail programs (RFC 8058, with a form as body), or in a JSON body. Not a GET: mail scanners follow links.',
  access: 'open',
  audit: { subject: 'issue' },
  rate: ['unfollow'],
  query: z.strictObject({ token: z.string().optional() }),
  body: z.strictObject({ token: text, 'List-Unsubscribe': z.string().optional() }),
  consumes: 'application/x-www-form-urlencoded',
  answer: z.strictObject({ success: z.literal(true), key: z.string(), title: z.string() }),
});
