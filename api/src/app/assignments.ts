import { z } from 'zod';
import { appOperation } from '../operation.js';
import { evidenceComment } from '../schemas/comments.js';
import { id, moment, one, paging } from '../schemas/common.js';
import { plainList } from './common.js';

const assignment = z
  .strictObject({
    project_id: z.string(),
    subject: evidenceComment.shape.subject,
    assignee_id: z.string().nullable(),
    assignee_name: z.string().nullable(),
    assigned_by_name: z.string(),
    assigned_at: moment.nullable(),
  })
  .meta({ id: 'Assignment', description: 'Who is to look after an annotation or a feature.' });
export type AssignmentJson = z.output<typeof assignment>;

const body = z.strictObject({ assignee_id: z.string().nullable() });

export const listAssignments = appOperation({
  id: 'listAssignments',
  method: 'get',
  path: '/projects/{id}/assignments',
  summary: 'Assignments of a project',
  audit: { subject: 'project' },
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject(paging),
  answer: plainList(assignment),
});

export const assignAnnotation = appOperation({
  id: 'assignAnnotation',
  method: 'put',
  path: '/annotations/{id}/assignee',
  summary: 'Assign an annotation to a person, or remove its assignment',
  audit: { subject: 'annotation' },
  params: z.strictObject({ id: id('Annotation') }),
  body,
  answer: one(assignment),
});

export const assignFeature = appOperation({
  id: 'assignFeature',
  method: 'put',
  path: '/features/{id}/assignee',
  summary: 'Assign a feature to a person, or remove its assignment',
  audit: { subject: 'feature' },
  params: z.strictObject({ id: id('Feature') }),
  body,
  answer: one(assignment),
});
