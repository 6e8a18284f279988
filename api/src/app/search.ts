import { MAX_SEARCH, SEARCHED_PAGES, SEARCHED_PROJECTS } from '@symbio/proto/limits';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, paging } from '../schemas/common.js';
import { pageHit } from '../schemas/pages.js';
import { plainList } from './common.js';

const words = z.string({ error: 'q is required' });

export const searchProjectPages = appOperation({
  id: 'searchProjectPages',
  method: 'get',
  path: '/projects/{id}/page-search',
  summary: 'Pages of a project with all words',
  audit: { subject: 'project' },
  rate: ['pageSearches'],
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject({
    q: words,
    document_id: z.string().optional(),
    sort: z.string().optional(),
    ...paging,
  }),
  answer: plainList(pageHit),
});

const count = (name: string, { shown, most }: typeof SEARCHED_PROJECTS) =>
  z
    .string()
    .transform(Number)
    .refine(
      (number) => Number.isInteger(number) && number >= 1 && number <= most,
      `${name} must be a whole number from 1 to ${most}`,
    )
    .default(shown)
    .meta({ override: { type: 'integer', minimum: 1, maximum: most, default: shown } });

const projectFindings = z
  .strictObject({
    project: z.strictObject({ id: z.string(), number: z.string(), title: z.string(), address: z.string() }),
    page_count: z.int().meta({ description: 'Pages with all words; `pages` are the best ones.' }),
    pages: z.array(pageHit),
    documents: z.array(z.strictObject({ id: z.string(), title: z.string(), file_name: z.string() })),
    features: z.array(z.strictObject({ id: z.string(), name: z.string(), land_use: z.array(z.string()) })),
  })
  .meta({ id: 'ProjectFindings', description: 'What one project has of the words.' });

export const searchAllProjects = appOperation({
  id: 'searchAllProjects',
  method: 'get',
  path: '/search',
  summary: 'Words on pages, and names of documents, features and projects, in all projects of the caller',
  audit: { subject: 'project' },
  rate: ['allSearches'],
  query: z.strictObject({
    q: words.trim().max(MAX_SEARCH, `q must have at most ${MAX_SEARCH} characters`),
    projects: count('projects', SEARCHED_PROJECTS),
    pages: count('pages', SEARCHED_PAGES),
  }),
  answer: z
    .strictObject({
      data: z.array(projectFindings),
      page_count: z.int(),
      has_more: z.boolean().meta({ description: 'More projects than returned.' }),
      cut: z.boolean().meta({ description: 'A limit was reached: older projects may have more.' }),
    })
    .meta({ id: 'AllFindings' }),
});
