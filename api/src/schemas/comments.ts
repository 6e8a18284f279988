import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const subject = z.strictObject({
  type: word(['annotation', 'feature']),
  id: z.string(),
  title: z.string().meta({ description: 'Its label or name when the comment was written.' }),
  document_id: z.string().nullable().meta({ description: 'Of an annotation.' }),
  document_page_id: z.string().nullable(),
});

export const evidenceComment = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    subject,
    content: z.string().meta({ description: 'Empty if deleted.' }),
    author_id: z.string(),
    author_name: z.string(),
    author_type: word(AUTHOR_TYPES),
    mentioned: z.array(z.strictObject({ user_id: z.string(), name: z.string() })),
    previous: z
      .array(z.strictObject({ content: z.string(), until: moment.nullable() }))
      .meta({ description: 'Replaced texts, oldest first.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    deleted_at: moment.nullable().meta({ description: 'Set if it was deleted; the entry stays, without its text.' }),
    deleted_by_name: z.string().nullable(),
    via: z.literal('key').nullable().meta({ description: '`key`: an API key wrote it in a person’s name.' }),
  })
  .meta({ id: 'EvidenceComment', description: 'A comment on an annotation or a feature.' });

export type EvidenceCommentJson = z.output<typeof evidenceComment>;
