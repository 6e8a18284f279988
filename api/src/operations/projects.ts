import { MAX_SEARCH } from '@symbio/proto/limits';
import { PROJECT_SORTS, PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
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
import { coordinate } from './features.js';

export const about = {
  tag: 'Projects',
  description: 'A project is the assessment of one property.',
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

const REMOVES = 'Null or an empty string removes it.';
const optional = {
  property_neighborhood: line('Property neighborhood', 200).nullish().meta({ description: REMOVES }),
  property_block: line('Property block', 50).nullish().meta({ description: REMOVES }),
  property_number: line('Property number', 50).nullish().meta({ description: REMOVES }),
  property_coordinate: coordinate.meta({ description: `\`(longitude,latitude)\`, WGS 84 degrees. ${REMOVES}` }),
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
  description:
    'Projects that the caller may see, newest first unless `sort` says otherwise; 20 per page unless `per_page` is given.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    search: z
      .string()
      .max(MAX_SEARCH, `search is too long (at most ${MAX_SEARCH} characters)`)
      .optional()
      .meta({ description: 'Words, each part of the title, number, property address, city or client company.' }),
    status: z
      .enum(['open', ...PROJECT_STATUSES], { error: `status must be open or one of ${PROJECT_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: '`open` is every status but `completed`.' }),
    client_company: z.string().optional().meta({ description: 'Exact name (`GET /companies`).' }),
    due_date_from: day('due_date_from must be a date in the form YYYY-MM-DD')
      .optional()
      .meta({ description: 'Due on this day or later.' }),
    due_date_to: day('due_date_to must be a date in the form YYYY-MM-DD')
      .optional()
      .meta({ description: 'Due on this day or earlier.' }),
    created: z
      .enum(CREATED, { error: `created must be one of ${CREATED.join(', ')}` })
      .optional()
      .meta({ description: 'Creation time, in days and months of `tz`.' }),
    tz: z
      .string()
      .optional()
      .meta({
        description: 'Time zone of `created`; UTC by default.',
        examples: ['America/New_York'],
        'x-symbio-vocabulary': 'time_zones',
      }),
    created_from: givenMoment('created_from').optional().meta({ description: 'Created at this time or later.' }),
    created_to: givenMoment('created_to').optional().meta({ description: 'Created before this time.' }),
    sort: z
      .enum(PROJECT_SORTS, { error: `sort must be one of ${PROJECT_SORTS.join(', ')}` })
      .optional()
      .meta({ description: 'Sort field; `created_at` by default. Other orders are read by `page`, not by `cursor`.' }),
    order: z
      .enum(['asc', 'desc'], { error: 'order must be one of asc, desc' })
      .optional()
      .meta({ description: 'Defaults to `desc` for `created_at`, else `asc`.' }),
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
  description: 'With the caller’s role and the project’s progress.',
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
  description: 'All companies of the projects that the caller may see.',
  access: 'read',
  audit: { subject: 'project' },
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
  summary: 'Create a project',
  description:
    'Requires the permission canCreateProject; a key must not be restricted to projects. The caller becomes the owner.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    ...required,
    ...optional,
    status: z
      .literal('setup', { error: 'A new project has the status setup: change it afterwards' })
      .optional()
      .meta({ description: 'The initial status of every project.' }),
    organization_id: z.string({ error: 'organization_id must be a text' }).optional().meta({
      description:
        'The client firm; empty: the operator of the installation. Only people of the operator may choose it, API keys may not. Absent: the caller’s own.',
    }),
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
    'Requires the editor role. Omitted fields keep their values. Send the `updated_at` that you read, so that no other change is overwritten. An agent’s key changes and deletes only its own agent’s items (403 `agents_propose`, `another_agent`).',
  access: 'write',
  query: z.strictObject({ id: id('Project') }),
  body: z.strictObject({
    ...z.strictObject(required).partial().shape,
    ...optional,
    status: z
      .enum(PROJECT_STATUSES, { error: `Status must be one of ${PROJECT_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Current status.' }),
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
    'Requires the owner role. The project, its documents and evidence are hidden, can be restored for 30 days, and are then deleted permanently.',
  access: 'write',
  query: z.strictObject({ id: id('Project') }),
  answer: { description: 'Deleted.', schema: success },
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
    'Requires the owner role. Undoes a deletion with all contents, for 30 days. A project that is not deleted is returned unchanged.',
  access: 'write',
  params: z.strictObject({ id: id('Project') }),
  answer: { description: 'The project.', schema: one(project) },
  refusals: ['not_found'],
  example: { params: { id: EXAMPLE_ID } },
});
