import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, one, paging, success, text } from '../schemas/common.js';
import { filesForm, refusedFile } from '../schemas/form.js';
import { plainList, stored } from './common.js';

const photograph = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    visit_id: z.string(),
    file_name: z.string(),
    caption: z.string(),
    image_url: z.string().meta({
      description: 'A JPEG of at most 4,096 pixels without metadata: a signed URL, valid for an hour.',
    }),
    thumbnail_url: z.string().meta({ description: 'A small WebP: a signed URL, valid for an hour.' }),
    width: z.int(),
    height: z.int(),
    file_size: z.int(),
    taken_at: z.string().nullable().meta({
      description: 'Camera time, `YYYY-MM-DDTHH:MM:SS`, optionally with UTC offset.',
    }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    heading: z.number().nullable().meta({ description: 'Degrees.' }),
    view_direction: z.string().nullable().meta({ description: 'Stated by a person: N to NW.' }),
    feature_id: z.string().nullable(),
    added_by: z.string(),
    added_by_name: z.string(),
    ...stored,
  })
  .meta({ id: 'Photograph', description: 'A photograph of a site visit.' });
export type PhotographJson = z.output<typeof photograph>;

const visit = {
  audit: { subject: 'project' },
  params: z.strictObject({ id: id('Project'), visit_id: id('Site visit') }),
};
const own = { audit: { subject: 'photograph' }, params: z.strictObject({ id: id('Photograph') }) };

export const listPhotographs = appOperation({
  id: 'listPhotographs',
  method: 'get',
  path: '/projects/{id}/site-visits/{visit_id}/photos',
  summary: 'All photographs of a visit, in the order taken',
  ...visit,
  query: z.strictObject(paging),
  answer: plainList(photograph),
});

export const addPhotographs = appOperation({
  id: 'addPhotographs',
  method: 'post',
  path: '/projects/{id}/site-visits/{visit_id}/photos',
  summary: 'Add photographs, one result each',
  description:
    'An `id` (UUID v7) and `caption` before a file apply to it; a repeat with the same id and bytes returns the existing photograph.',
  ...visit,
  body: filesForm('At most 50 pictures.'),
  consumes: 'multipart/form-data',
  status: 201,
  answer: one(z.array(z.union([z.strictObject({ photo: photograph }), refusedFile]))),
});

export const updatePhotograph = appOperation({
  id: 'updatePhotograph',
  method: 'put',
  path: '/site-visit-photos/{id}',
  summary: 'Change a photograph; absent fields stay, null or empty ones are removed',
  ...own,
  body: z
    .strictObject({
      caption: z.string().optional(),
      view_direction: text,
      feature_id: z.string().nullish(),
    })
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      path: ['caption'],
      message: 'caption is required',
    }),
  answer: one(photograph),
});

export const deletePhotograph = appOperation({
  id: 'deletePhotograph',
  method: 'delete',
  path: '/site-visit-photos/{id}',
  summary: 'Delete a photograph; it can be restored',
  ...own,
  answer: success,
});

export const restorePhotograph = appOperation({
  id: 'restorePhotograph',
  method: 'post',
  path: '/site-visit-photos/{id}/restore',
  summary: 'Restore a deleted photograph',
  ...own,
  answer: one(photograph),
});
