import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, one } from '../schemas/common.js';
import { finding } from '../schemas/review-list.js';

export const listUnopenedPages = appOperation({
  id: 'listUnopenedPages',
  method: 'get',
  path: '/report-versions/{id}/unopened-pages',
  summary:
    'EP-2 of the review list, of the locked evidence of a version; empty if met, if no professional is named, and for viewers',
  audit: { subject: 'version' },
  params: z.strictObject({ id: id('Report version') }),
  answer: one(z.array(finding)),
});
