import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, success } from '../schemas/common.js';

const windowId = z
  .uuid({ error: 'window_id must be a UUID' })
  .meta({ description: 'Generated per window by the browser.' });

export const followEvents = appOperation({
  id: 'followEvents',
  method: 'get',
  path: '/events',
  summary: 'Changes as server-sent events',
  audit: { subject: 'project', records: 'named' },
  query: z.strictObject({ project_id: id('Project').optional(), window_id: z.string().optional() }),
  contentTypes: ['text/event-stream'],
  answer: z.undefined(),
});

export const reportPresence = appOperation({
  id: 'reportPresence',
  method: 'post',
  path: '/presence',
  summary: 'The caller’s location in a project, for its subscribers; never stored',
  audit: { subject: 'project' },
  body: z.strictObject({
    window_id: windowId,
    project_id: z.string({ error: 'project_id is required' }),
    document_id: z.string().nullish(),
    document_page_id: z.string().nullish(),
    left: z.boolean().optional(),
  }),
  answer: success,
});

const MAX_SELECTED = 50;
const pixel = z.number().min(-1e6).max(1e6).nullable();

export const reportCursor = appOperation({
  id: 'reportCursor',
  method: 'post',
  path: '/cursors',
  summary: 'The caller’s pointer on a page, for windows that show it; never stored',
  audit: { subject: 'project' },
  body: z.strictObject({
    window_id: windowId,
    project_id: z.string({ error: 'project_id is required' }),
    document_page_id: z.uuid({ error: 'document_page_id must be a UUID' }),
    x: pixel.default(null),
    y: pixel.default(null),
    selected: z
      .array(z.uuid({ error: 'selected must be ids of annotations' }))
      .max(MAX_SELECTED, { error: `At most ${MAX_SELECTED} annotations can be selected` })
      .default([]),
    left: z.boolean().default(false),
  }),
  answer: success,
});
