import { SEARCH_ORDERS } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { cursorPaging, id, list, one, paging } from '../schemas/common.js';
import { pageHit, pageOpening, region } from '../schemas/pages.js';
import { operation } from '../operation.js';
import { about } from './documents.js';

const { tag } = about;
/** Picture width limits in pixels. */
const WIDTH = { min: 16, max: 2_048 };
const OUT_OF_BOUNDS = `width must be a whole number from ${WIDTH.min} to ${WIDTH.max}`;

export const getPageImage = operation({
  id: 'getPageImage',
  method: 'get',
  path: '/document-pages/{id}/image',
  tag,
  summary: 'Get an image of a page or a part of it',
  description:
    'An image of a region in the requested size. Only regions below 64 pixels are enlarged: if the page has fewer pixels, the image is narrower than `width`. It has at most 4,096 pixels per side, 6 megapixels and 4 MB. A point of the image is at `x = region.x + image.x / scale` on the page. Until the page is ready, the response is 409 `page_not_ready`.',
  access: 'read',
  audit: { subject: 'page' },
  params: z.strictObject({ id: id('Page') }),
  query: z.strictObject({
    region: region.optional(),
    width: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, OUT_OF_BOUNDS)
      .transform(Number)
      .refine((value) => value >= WIDTH.min && value <= WIDTH.max, OUT_OF_BOUNDS)
      .optional()
      .meta({
        description: 'Width of the image in pixels; by default that of the region, at most 1,024.',
        override: { type: 'integer', minimum: WIDTH.min, maximum: WIDTH.max },
      }),
    format: z
      .enum(['jpg', 'png'], { error: 'format must be jpg or png' })
      .optional()
      .meta({ description: '`jpg` by default. For a two-color page, `png` is sharper and often smaller.' }),
  }),
  answer: {
    description: 'The picture.',
    schema: binary,
    contentTypes: ['image/jpeg', 'image/png'],
    headers: z.object({
      'X-Symbio-Region': z.string().meta({
        description: 'The shown region: `x,y,width,height` in pixels of the page.',
        examples: ['2200,1600,800,600'],
      }),
      'X-Symbio-Scale': z.string().meta({ description: 'Image pixels per page pixel.', examples: ['1'] }),
      'X-Symbio-Preview': z.enum(['true', 'false']).meta({
        description: '`true` while the page is being rendered: a sharper image follows.',
      }),
      ETag: z.string().meta({ description: 'With `If-None-Match` the response is 304 if the image is unchanged.' }),
    }),
  },
  refusals: ['not_found', 'conflict'],
  example: {
    params: { id: '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa' },
    query: { region: '2200,1600,800,600', width: '800' },
  },
});

export const searchPages = operation({
  id: 'searchPages',
  method: 'get',
  path: '/page-search',
  tag,
  summary: 'Search the text of pages',
  description:
    'Pages of a project that contain all words, best match first, including recognized text of scans. A word also matches as the prefix of a longer word, joined with another word (`COALYARD`), or with one or two misread letters (`STORHGE`): see `match`. Exact matches rank before prefixes, parts and misread words; then pages with more matches, higher confidence and newer documents. `"in quotes"` matches the exact phrase. Case and accents are ignored. Returns 20 pages unless `per_page` is given.',
  access: 'read',
  audit: { subject: 'page' },
  rate: ['pageSearches'],
  query: z.strictObject({
    ...paging,
    project_id: id('Project'),
    q: z.string({ error: 'q is required' }).meta({ description: 'Search text, at most 200 characters.' }),
    document_id: id('Document', 'Only pages of this document.').optional(),
    sort: z
      .enum(SEARCH_ORDERS, { error: `sort must be one of ${SEARCH_ORDERS.join(', ')}` })
      .optional()
      .meta({
        description:
          '`relevance` by default: best match first. `page`: newest document first, its pages in their order.',
      }),
  }),
  answer: { description: 'Pages.', schema: list(pageHit) },
  refusals: ['not_found'],
  example: { query: { project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e', q: '"gas holder" tank' } },
});

export const recordPageOpening = operation({
  id: 'recordPageOpening',
  method: 'put',
  path: '/document-pages/{id}/opened',
  tag,
  summary: 'Record that you looked at a page',
  description:
    'The viewer calls this once a sheet has been visible for two seconds. The first time is kept; a repeat moves the last one. The review list warns of pages behind a REC or CREC that the environmental professional never opened. People only.',
  access: 'people',
  audit: { subject: 'page' },
  params: z.strictObject({ id: id('Page') }),
  answer: { description: 'The opening.', schema: one(pageOpening) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { id: '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa' } },
});

export const listPageOpenings = operation({
  id: 'listPageOpenings',
  method: 'get',
  path: '/projects/{id}/page-openings',
  tag,
  summary: 'List who opened which pages',
  description:
    'Openings of pages in the viewer by people, sorted by the first opening, newest first. Pages that are not listed were not opened. Requires the editor role.',
  access: 'read',
  params: z.strictObject({ id: id('Project') }),
  query: z.strictObject({
    ...cursorPaging,
    document_id: id('Document', 'Only pages of this document.').optional(),
    user_id: z.string().optional().meta({ description: 'Only by this person.' }),
  }),
  answer: { description: 'Openings.', schema: list(pageOpening) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } },
});
