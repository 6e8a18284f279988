import { DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const splitDocument = z.strictObject({
  from_page: z.int32().meta({ description: 'First page, from 1.' }),
  to_page: z.int32().meta({ description: 'Last page.' }),
  category: word(DOCUMENT_CATEGORIES).nullable().meta({ description: 'null: unknown.' }),
  title: z.string(),
  is_titled: z
    .boolean()
    .meta({ description: 'The title was given; otherwise it follows category, years, pages and address.' }),
  years: z.array(z.int32()).meta({ description: 'Years that its sheets or listings show.' }),
  no_coverage_years: z
    .array(z.int32())
    .meta({ description: 'Years for which it says that nothing covers the property.' }),
  confidence: z.number().meta({ description: 'That a document begins here: 0 to 1.' }),
  why: z.array(z.string()).meta({
    description:
      'Signs of a first page: `first_page`, `cover`, `outline`, `label`, `page_number`, `running_text`, `fonts`, `scan`, `page_size`, `kind`; or `agent`, which set it. Empty: a person did.',
  }),
  year: z.int32().nullable().meta({ description: 'Given by a person, for all its sheets; null: as read.' }),
  address: z.string().nullable().meta({ description: 'Given by a person, for its description.' }),
  document_id: z.string().nullable().meta({ description: 'The document made of it; null until confirmed.' }),
});

export const documentSplit = z
  .strictObject({
    id: z.string(),
    document_id: z.string(),
    project_id: z.string(),
    status: z.string().meta({
      description: '`proposed`, `confirming` (its documents are being made), `confirmed` or `undone`.',
    }),
    page_count: z.int(),
    documents: z.array(splitDocument).meta({ description: 'In order; together they have all pages.' }),
    proposed_by_name: z.string(),
    proposed_at: moment.nullable(),
    confirmed_by_name: z.string().nullable(),
    confirmed_at: moment.nullable(),
    undo_until: moment.nullable().meta({ description: 'While it can be undone; otherwise null.' }),
    revision: z.int32().meta({ description: 'Number of changes.' }),
  })
  .meta({ id: 'DocumentSplit', description: 'The documents that a PDF consists of.' });

export type DocumentSplitJson = z.output<typeof documentSplit>;
