import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, moment, one } from '../schemas/common.js';

/** Kinds of changes, in the order of their counts. */
export const CHANGE_KINDS = [
  'mentioned_you',
  'assigned_you',
  'document_added',
  'document_read',
  'finding_made',
  'finding_proposed',
  'finding_accepted',
  'finding_rejected',
  'decision_undone',
  'feature_added',
  'commented',
  'visit_recorded',
  'records_changed',
] as const;
const kind = z.enum(CHANGE_KINDS);

const changeGroup = z
  .strictObject({
    kind,
    at: moment.nullable(),
    who: z.string().nullable(),
    who_type: z.enum(AUTHOR_TYPES),
    via: z.literal('key').nullable(),
    count: z.int(),
    items: z
      .array(z.strictObject({ title: z.string(), path: z.string() }))
      .meta({ description: 'Newest, without repetitions.' }),
  })
  .meta({ id: 'ChangeGroup' });

const projectChanges = z
  .strictObject({
    since: moment.nullable(),
    until: moment.nullable(),
    counts: z.array(z.strictObject({ kind, count: z.int() })),
    changes: z.array(changeGroup).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'ProjectChanges' });
export type ProjectChangesJson = z.output<typeof projectChanges>;

const params = z.strictObject({ id: id('Project') });

export const getProjectChanges = appOperation({
  id: 'getProjectChanges',
  method: 'get',
  path: '/projects/{id}/changes',
  summary: 'What others did in a project since the caller last looked',
  audit: { subject: 'project' },
  params,
  answer: one(projectChanges),
});

export const markChangesSeen = appOperation({
  id: 'markChangesSeen',
  method: 'post',
  path: '/projects/{id}/changes/seen',
  summary: 'Mark changes as seen',
  audit: { subject: 'project', records: 'nothing' },
  params,
  body: z.strictObject({ until: z.iso.datetime({ error: 'until must be a date and time' }).nullish() }),
  answer: one(z.strictObject({ seen_at: moment.nullable() })),
});
