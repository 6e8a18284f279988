import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { id, moment, one, paging, success } from '../schemas/common.js';
import { project } from '../schemas/projects.js';
import { plainList } from './common.js';

const deletedProject = z
  .strictObject({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    property_address: z.string(),
    property_city: z.string(),
    property_state: z.string(),
    client_company: z.string(),
    created_at: moment.nullable(),
    deleted_at: moment.nullable(),
    deleted_by_name: z.string(),
    purge_at: moment.nullable(),
  })
  .meta({ id: 'DeletedProject' });
export type DeletedProjectJson = z.output<typeof deletedProject>;

const audit = { subject: 'project' };
const params = z.strictObject({ id: id('Project') });

export const listDeletedProjects = appOperation({
  id: 'listDeletedProjects',
  method: 'get',
  path: '/deleted-projects',
  summary: 'Deleted projects; restoring is in the public API',
  audit,
  query: z.strictObject(paging),
  answer: plainList(deletedProject),
});

export const eraseProject = appOperation({
  id: 'eraseProject',
  method: 'delete',
  path: '/deleted-projects/{id}',
  summary: 'Erase a deleted project permanently',
  audit,
  params,
  answer: success,
});

export const setSample = appOperation({
  id: 'setSample',
  method: 'put',
  path: '/projects/{id}/sample',
  summary: 'Make a project a sample for everybody, or end that',
  audit,
  params,
  body: z.strictObject({ sample: z.boolean({ error: 'sample must be true or false' }) }),
  answer: one(project),
});

export const setOrganization = appOperation({
  id: 'setOrganization',
  method: 'put',
  path: '/projects/{id}/organization',
  summary: 'Move a project to a client firm, or to the operator',
  audit: { ...audit, records: administered('project.moved') },
  params,
  body: z.strictObject({
    organization_id: z
      .string({ error: 'organization_id is required' })
      .meta({ description: 'Empty: the operator of the installation.' }),
  }),
  answer: one(project),
});

export const copySample = appOperation({
  id: 'copySample',
  method: 'post',
  path: '/projects/{id}/copy',
  summary: 'Copy a sample into a project of the caller',
  audit,
  params,
  body: z.strictObject({ id: z.string({ error: 'id must be a text' }).optional() }),
  status: 201,
  answer: one(project),
});
