import { SEARCH_ORDERS } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { id, list, paging } from '../schemas/common.js';
import { pageHit, region } from '../schemas/pages.js';
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
  summary: 'Look at a page, or closer at a part of it',
  description:
    'The picture of a region in the size that is asked for, made of the tiles that are needed. Nothing is enlarged but regions below 64 pixels: where the page has no more pixels the picture is narrower than `width`. It has at most 4,096 pixels a side, 6 megapixels and 4 MB. A point of the picture is `x = region.x + picture.x / scale` on the page. Until a page is ready the answer is 409 `page_not_ready`.',
  access: 'read',
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
        description: 'Pixels of the picture; those of the region by default, at most 1,024.',
        override: { type: 'integer', minimum: WIDTH.min, maximum: WIDTH.max },
      }),
    format: z
      .enum(['jpg', 'png'], { error: 'format must be jpg or png' })
      .optional()
      .meta({ description: '`jpg` by default. Of a page in two colours `png` is sharper and often smaller.' }),
  }),
  answer: {
    description: 'The picture.',
    schema: binary,
    contentTypes: ['image/jpeg', 'image/png'],
    headers: z.object({
      'X-Symbio-Region': z.string().meta({
        description: 'What is shown: `x,y,width,height` in pixels of the page.',
        examples: ['2200,1600,800,600'],
      }),
      'X-Symbio-Scale': z
        .string()
        .meta({ description: 'Pixels of the picture for a pixel of the page.', examples: ['1'] }),
      'X-Symbio-Preview': z.enum(['true', 'false']).meta({
        description: '`true` while the page is still being made: the picture will be sharper in a moment.',
      }),
      ETag: z.string().meta({ description: 'With `If-None-Match` the answer is 304 while the picture is the same.' }),
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
  summary: 'Search in what pages say',
  description:
    'Pages of a project that hold all words, best first, also of what was read off scans. Each word may be the beginning of a longer one, run together with another one (`COALYARD`), or misread by a letter or two (`STORHGE`): `match` says so. Words as they are come before beginnings, parts and misread ones; then pages with more of them, surely read, of newer documents. `"in quotes"` is found word for word. Case and accents do not matter. Without `per_page` the answer has the first 20.',
  access: 'read',
  query: z.strictObject({
    ...paging,
    project_id: id('Project'),
    q: z.string({ error: 'q is required' }).meta({ description: 'What to look for, at most 200 characters.' }),
    document_id: id('Document', 'Only pages of this document.').optional(),
    sort: z
      .enum(SEARCH_ORDERS, { error: `sort must be one of ${SEARCH_ORDERS.join(', ')}` })
      .optional()
      .meta({
        description:
          '`relevance` by default: what fits best first. `page`: newest document first, its pages in their order.',
      }),
  }),
  answer: { description: 'Pages.', schema: list(pageHit) },
  refusals: ['not_found'],
  example: { query: { project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e', q: '"gas holder" tank' } },
});
