import { PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import { MAX_KIND_EDITS } from '@symbio/proto/limits';
import { z } from 'zod';
import { id, one } from '../schemas/common.js';
import { pageKindChange } from '../schemas/documents.js';
import { operation } from '../operation.js';
import { about } from './documents.js';

const { tag } = about;
const DOCUMENT_ID = '01980a4e-6a02-7d11-8f3b-51c9a7e0b2f4';
const PAGE_ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';

const pageKindEdit = z.strictObject({
  page_id: z.string({ error: 'page_id is required' }).meta({ description: 'A page of the document.' }),
  page_type: z
    .enum(PAGE_KINDS, { error: `page_type must be one of ${PAGE_KINDS.join(', ')}, or null` })
    .nullable()
    .optional()
    .meta({ description: 'The page’s kind; null for none of the kinds.' }),
  reset: z
    .boolean({ error: 'reset must be true or false' })
    .optional()
    .meta({ description: 'Reverts to the recognized kind; instead of `page_type`.' }),
  after: z.string({ error: 'after must be a text' }).optional().meta({
    description: '`change_id` of the latest change you know: if another one followed, the page stays unchanged.',
  }),
});

export const correctPageKinds = operation({
  id: 'correctPageKinds',
  method: 'put',
  path: '/documents/{id}/page-kinds',
  tag,
  summary: 'Correct the kind of pages',
  description:
    'Sets the kind of pages: `sanborn_map`, `topographic_map`, `aerial_photo`, or null for none of these. The correction overrides the recognized kind, also after the page is processed again, until `reset` reverts it. Labels, lists of sheets, the time machine, volumes and the search for land uses use it; the title block’s history records the author. Requires the editor role in the project. Unchanged pages are omitted from the response. To undo a call, send each page’s `said` (`reset` for null) with its `change_id` as `after`.',
  access: 'write',
  params: z.strictObject({ id: id('Document') }),
  body: z.strictObject({
    pages: z
      .array(pageKindEdit, { error: 'pages must be a list' })
      .min(1, 'pages must hold at least one page')
      .max(MAX_KIND_EDITS, `pages must hold at most ${MAX_KIND_EDITS} pages`)
      .meta({ description: 'Each page once, with `page_type` or `reset`.' }),
  }),
  answer: {
    description: 'Changed and unchanged pages.',
    schema: one(
      z.strictObject({
        changes: z.array(pageKindChange),
        kept_page_ids: z
          .array(z.string())
          .meta({ description: 'Pages left unchanged because they were changed after `after`.' }),
      }),
    ),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: DOCUMENT_ID }, body: { pages: [{ page_id: PAGE_ID, page_type: 'sanborn_map' }] } },
});
