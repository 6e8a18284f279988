import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { id } from '../schemas/common.js';
import { operation, type Heading } from '../operation.js';

export const about: Heading = {
  tag: 'IIIF',
  description: 'Pages and documents for viewers and tools of the International Image Interoperability Framework.',
};
const { tag } = about;

const PAGE = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';

export const getImageInfo = operation({
  id: 'getImageInfo',
  method: 'get',
  path: '/iiif/3/{page_id}/info.json',
  tag,
  summary: 'Describe the image service of a page',
  description:
    'The `info.json` of the IIIF Image API 3, level 2: size, tiles, limits. Until the page is ready, the response is 409 `page_not_ready`. Tools that cannot send `Authorization` use the same service below `/iiif/3/`: with the prefix of `tile_source`, `/files/t/` replaced by `/iiif/3/`, for an hour, or with a share link until it is revoked.',
  access: 'read',
  params: z.strictObject({ page_id: id('Page') }),
  answer: {
    description: 'The description.',
    schema: z
      .looseObject({
        '@context': z.string(),
        id: z.string(),
        type: z.literal('ImageService3'),
        profile: z.literal('level2'),
        width: z.int(),
        height: z.int(),
      })
      .meta({ id: 'ImageService', description: 'As the IIIF Image API 3 defines it.' }),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { page_id: PAGE } },
});

export const getImage = operation({
  id: 'getImage',
  method: 'get',
  path: '/iiif/3/{page_id}/{region}/{size}/{rotation}/{file}',
  tag,
  summary: 'Get an image of a page as IIIF defines it',
  description:
    'An image request of the IIIF Image API 3, level 2. An image has at most 4,096 pixels per side, 12 megapixels and 24 MB. Aligned tiles are sent as stored, and are the fastest.',
  access: 'read',
  params: z.strictObject({
    page_id: id('Page'),
    region: z.string().meta({ description: '`full`, `square`, `x,y,w,h` or `pct:x,y,w,h`.' }),
    size: z
      .string()
      .meta({ description: '`max`, `w,`, `,h`, `w,h`, `!w,h` or `pct:n`; with `^` in front to enlarge.' }),
    rotation: z.string().meta({ description: 'Degrees clockwise from 0 to 360; with `!` in front mirrored first.' }),
    file: z.string().meta({
      description: '`default`, `color`, `gray` or `bitonal`, with `.jpg`, `.png` or `.webp`.',
    }),
  }),
  answer: {
    description: 'The image.',
    schema: binary,
    contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
    headers: z.object({
      Link: z.string().meta({ description: 'The profile, and the canonical address of the image.' }),
    }),
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { page_id: PAGE, region: 'full', size: '!800,800', rotation: '0', file: 'default.jpg' } },
});

export const getManifest = operation({
  id: 'getManifest',
  method: 'get',
  path: '/documents/{id}/manifest',
  tag,
  summary: 'Get the IIIF manifest of a document',
  description:
    'A manifest of the IIIF Presentation API 3: a canvas in page pixels for every page with an image, its image service, and the marks that people made or accepted as Web Annotations. Proposals of agents are not part of it.',
  access: 'read',
  params: z.strictObject({ id: id('Document') }),
  answer: {
    description: 'The manifest.',
    schema: z
      .looseObject({
        '@context': z.string(),
        id: z.string(),
        type: z.literal('Manifest'),
        label: z.record(z.string(), z.array(z.string())),
        items: z.array(z.looseObject({ id: z.string(), type: z.literal('Canvas') })),
      })
      .meta({ id: 'Manifest', description: 'As the IIIF Presentation API 3 defines it.' }),
  },
  refusals: ['not_found'],
  example: { params: { id: '01980a4d-22bb-7d02-8e31-8a3f4c5d6e7f' } },
});
