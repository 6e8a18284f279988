import { MAX_SEARCH } from '@symbio/proto/limits';
import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import {
  clientId,
  cursorPaging,
  day,
  followedList,
  givenMoment,
  id,
  line,
  list,
  one,
  paging,
  requiredLine,
  seen,
  success,
  updatedAfter,
} from '../schemas/common.js';
import { project } from '../schemas/projects.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Projects',
  description: 'One assessment of one property each.',
};
const { tag } = about;
const EXAMPLE_ID = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
/** Creation periods offered by the UI (PROJ-08). */
const CREATED = ['all', 'last7days', 'last30days', 'thisMonth', 'lastMonth'] as const;

/** Created once: building a schema costs thirty times a check. */
const anyDay = day('');
const DUE_DATE = 'Due date must be a date in the form YYYY-MM-DD';
/** Required project fields with their error messages (PROJ-27 to PROJ-35). */
const required = {
  title: requiredLine('Title', 200),
  due_date: z
    .string({ error: 'Due date is required' })
    .min(1, 'Due date is required')
    .check(z.refine((value) => value === '' || anyDay.safeParse(value).success, DUE_DATE))
    .meta({ description: 'YYYY-MM-DD', examples: ['2027-03-31'], override: { type: 'string', format: 'date' } }),
  property_address: requiredLine('Property address', 300),
  property_city: requiredLine('Property city', 100),
  property_state: requiredLine('State', 100),
  property_zip: requiredLine('ZIP code', 20),
  client_company: requiredLine('Client company', 200),
};

const REMOVES = 'Null and an empty text remove it.';
const optional = {
  property_neighborhood: line('Property neighborhood', 200).nullish().meta({ description: REMOVES }),
  property_block: line('Property block', 50).nullish().meta({ description: REMOVES }),
  property_number: line('Property number', 50).nullish().meta({ description: REMOVES }),
  client_contact: line('Client contact', 200).nullish().meta({ description: REMOVES }),
  client_phone: line('Client phone', 50).nullish().meta({ description: REMOVES }),
  client_email: z
    .union([z.literal(''), z.email().max(254)], { error: 'Invalid email address' })
    .nullish()
    .meta({ description: REMOVES }),
};

export const listProjects = operation({
  id: 'listProjects',
  method: 'get',
  path: '/projects',
  tag,
  summary: 'List projects',
  description: 'Those the caller may see, newest first; 20 a page where `per_page` does not say otherwise.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    search: z
      .string()
      .max(MAX_SEARCH, `search is too long (at most ${MAX_SEARCH} characters)`)
      .optional()
      .meta({ description: 'Part of the title, number, property address, city or client company.' }),
    status: z
      .enum(['open', ...PROJECT_STATUSES], { error: `status must be open or one of ${PROJECT_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: '`open` is every status but `completed`.' }),
    client_company: z.string().optional().meta({ description: 'The whole name (`GET /companies`).' }),
    due_date_from: day('due_date_from must be a date in the form YYYY-MM-DD')
      .optional()
      .meta({ description: 'Due on this day or later.' }),
    due_date_to: day('due_date_to must be a date in the form YYYY-MM-DD')
      .optional()
      .meta({ description: 'Due on this day or earlier.' }),
    created: z
      .enum(CREATED, { error: `created must be one of ${CREATED.join(', ')}` })
      .optional()
      .meta({ description: 'When it was made, in days and months of `tz`.' }),
    tz: z
      .string()
      .optional()
      .meta({
        description: 'Time zone of `created`; UTC by default.',
        examples: ['America/New_York'],
        'x-symbio-vocabulary': 'time_zones',
      }),
    created_from: givenMoment('created_from').optional().meta({ description: 'Made at this moment or later.' }),
    created_to: givenMoment('created_to').optional().meta({ description: 'Made before this moment.' }),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Projects.', schema: followedList(project) },
  example: { query: { status: 'open' } },
});

export const getProject = operation({
  id: 'getProject',
  method: 'get',
  path: '/projects/{id}',
  tag,
  summary: 'One project',
  description: 'With what the caller is in it, and how far it is.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The project.', schema: one(project) },
  refusals: ['not_found'],
  example: { params: { id: EXAMPLE_ID } },
});

export const getProjectById = operation({
  id: 'getProjectById',
  method: 'get',
  path: '/projects',
  tag,
  summary: 'One project, by query',
  description: 'The same as `GET /projects/{id}`.',
  access: 'read',
  selector: 'id',
  insteadUse: 'getProject',
  query: z.strictObject({ id: id('Project') }),
  answer: { description: 'The project.', schema: one(project) },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});

const companies = { description: 'Names of companies, sorted.', schema: list(z.string()) };

export const listCompanies = operation({
  id: 'listCompanies',
  method: 'get',
  path: '/companies',
  tag,
  summary: 'List client companies',
  description: 'Each company of the projects that the caller may see, once.',
  access: 'read',
  query: z.strictObject(paging),
  answer: companies,
  example: {},
});

export const listCompaniesOfProjects = operation({
  id: 'listCompaniesOfProjects',
  method: 'get',
  path: '/projects',
  tag,
  summary: 'List client companies, by query',
  description: 'The same as `GET /companies`.',
  access: 'read',
  selector: 'companies',
  insteadUse: 'listCompanies',
  query: z.strictObject({
    ...paging,
    companies: z
      .literal('true', { error: 'companies must be true' })
      .meta({ description: 'List companies instead of projects.', override: { type: 'boolean', const: true } }),
  }),
  answer: companies,
  example: { query: { companies: 'true' } },
});

export const createProject = operation({
  id: 'createProject',
  method: 'post',
  path: '/projects',
  tag,
  summary: 'Make a project',
  description:
    'Needs the permission canCreateProject, and a key that is not bound to projects. The caller becomes its owner.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    ...required,
    ...optional,
    status: z
      .literal('setup', { error: 'A new project has the status setup: change it afterwards' })
      .optional()
      .meta({ description: 'Every project starts with this one.' }),
  }),
  answer: { status: 201, description: 'The project.', schema: one(project) },
  refusals: ['conflict'],
  example: {
    body: {
      title: 'Gashouse District, Block 953',
      due_date: '2027-03-31',
      property_address: '401 East 21st Street',
      property_city: 'New York',
      property_state: 'NY',
      property_zip: '10010',
      client_company: 'Gashouse District Partners',
    },
  },
});

export const updateProject = operation({
  id: 'updateProject',
  method: 'put',
  path: '/projects',
  tag,
  summary: 'Change a project',
  description:
    'Needs an editor. What is left out stays. Send `updated_at` as you saw it, so that nobody’s change is lost. An agent’s key changes and deletes only what its agent made (403 `agents_propose`, `another_agent`).',
  access: 'write',
  query: z.strictObject({ id: id('Project') }),
  body: z.strictObject({
    ...z.strictObject(required).partial().shape,
    ...optional,
    status: z
      .enum(PROJECT_STATUSES, { error: `Status must be one of ${PROJECT_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Where the project is.' }),
    updated_at: seen,
  }),
  answer: { description: 'The project.', schema: one(project) },
  refusals: ['not_found', 'stale'],
  example: {
    query: { id: EXAMPLE_ID },
    body: { status: 'completed', client_contact: null, updated_at: '2026-11-22T09:30:00.000Z' },
  },
});

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'delete',
  path: '/projects',
  tag,
  summary: 'Delete a project',
  description:
    'Needs its owner. It is hidden with its documents and all evidence of it, can be restored for 30 days, and then goes for good.',
  access: 'write',
  query: z.strictObject({ id: id('Project') }),
  answer: { description: 'It is deleted.', schema: success },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});

export const restoreProject = operation({
  id: 'restoreProject',
  method: 'post',
  path: '/projects/{id}/restore',
  tag,
  summary: 'Restore a project',
  description:
    'Needs its owner. Takes a deletion back, for 30 days: everything in it is as it was. One that is not deleted is answered as it is.',
  access: 'write',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The project.', schema: one(project) },
  refusals: ['not_found'],
  example: { params: { id: EXAMPLE_ID } },
});
