import { POINT_SOURCES } from '@symbio/proto/document/vocabulary';
import { MAX_CONTROL_POINTS, MAX_MASK_CORNERS, MAX_POINT_FILE, MAX_POINT_NAME } from '@symbio/proto/limits';
import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { cursorPaging, decimal, degrees, id, list, one, seen } from '../schemas/common.js';
import { georeference, pixel, placedSheet, proposal, placeOfPixel, sheetAtPlace } from '../schemas/georeferences.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Places of sheets',
  description: 'Where pages are on the earth (WGS 84), set by people from control points.',
};
const { tag } = about;
const PAGE_ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const PROJECT_ID = '01980a4d-1f00-7c3a-8a11-2b3c4d5e6f70';
const params = z.strictObject({ id: id('Page') });
const example = { params: { id: PAGE_ID } };

const REGION = /^(sheet|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;
const regionId = z
  .string()
  .optional()
  .meta({ description: 'A region of the page; by default `sheet`, the whole page.' });

const number = (name: string) => z.number({ error: `${name} must be a number` });

const point = z.strictObject({
  id: z.string().optional().meta({ description: 'Of a known point; absent for a new one.' }),
  x: number('x'),
  y: number('y'),
  longitude: number('longitude'),
  latitude: number('latitude'),
  name: z
    .string()
    .max(MAX_POINT_NAME, `name must have at most ${MAX_POINT_NAME} characters`)
    .nullish()
    .meta({ description: 'Such as `E 98th St x 2nd Ave`.' }),
  source: z
    .enum(POINT_SOURCES, { error: `source must be one of ${POINT_SOURCES.join(', ')}` })
    .optional()
    .meta({ description: '`typed` by default.' }),
  used: z.boolean().optional().meta({ description: 'False leaves the point out; true by default.' }),
});

const answer = { description: 'The georeference.', schema: one(georeference) };

export const getGeoreference = operation({
  id: 'getGeoreference',
  method: 'get',
  path: '/document-pages/{id}/georeference',
  tag,
  summary: 'The place of a page on the earth',
  description:
    'State `none`, `same_place` (aligned with a placed sheet), `rough` or `exact`, the control points with their misses, the fit, and the expected error in feet. With `Accept: application/ld+json` it is a Georeference Annotation.',
  access: 'read',
  audit: { subject: 'page' },
  params,
  query: z.strictObject({ region_id: regionId }),
  answer,
  refusals: ['not_found'],
  example,
});

export const saveGeoreference = operation({
  id: 'saveGeoreference',
  method: 'put',
  path: '/document-pages/{id}/georeference',
  tag,
  summary: 'Place a page on the earth',
  description:
    'Replaces all points; no points take the page off the earth. Requires the editor role in the project, and a person: agents get 403 `agents_propose`. Two points place a sheet roughly, four spread ones exactly. A sheet with several maps has a region for each, with a `region_id` that you choose and a mask; a page can have 20. Pixels are those of the full-resolution image. Unchanged points have no effect.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  body: z.strictObject({
    region_id: z
      .string()
      .regex(REGION, 'region_id must be sheet or a UUID')
      .optional()
      .meta({ description: '`sheet`, the whole page, by default; or the UUID of a known or new region.' }),
    region_name: z
      .string()
      .max(MAX_POINT_NAME, `region_name must have at most ${MAX_POINT_NAME} characters`)
      .nullish()
      .meta({ description: 'Of a region, such as `Inset: harbor`.' }),
    points: z.array(point, { error: 'points must be a list' }).max(MAX_CONTROL_POINTS, {
      error: `There can be at most ${MAX_CONTROL_POINTS} places.`,
    }),
    mask: z
      .array(pixel, { error: 'mask must be a list of corners' })
      .max(MAX_MASK_CORNERS, `mask must have 3 to ${MAX_MASK_CORNERS} corners.`)
      .nullish()
      .meta({ description: 'Corners of the part of the page that the map covers, without margins.' }),
    updated_at: seen,
  }),
  answer,
  refusals: ['not_found', 'stale', 'conflict'],
  example: {
    ...example,
    body: {
      points: [
        { x: 97, y: 190.8, longitude: -73.945638, latitude: 40.790252, name: '3rd Ave x E 104th St' },
        { x: 849.8, y: 1811.5, longitude: -73.946148, latitude: 40.78557, name: '2nd Ave x E 98th St' },
      ],
    },
  },
});

export const importGeoreference = operation({
  id: 'importGeoreference',
  method: 'post',
  path: '/document-pages/{id}/georeference/import',
  tag,
  summary: 'Place a page by a file of another program',
  description:
    'Replaces all points by those of a `.points` file of QGIS, a CSV with the columns x, y, longitude and latitude, or a IIIF Georeference Annotation (Allmaps). Annotations of a picture of another size are scaled; several maps of the page become its regions, which are saved one after the other. Requires the editor role in the project, and a person: agents get 403 `agents_propose`.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  body: z.strictObject({
    content: z
      .string({ error: 'content must be the text of the file' })
      .min(1, 'content must be the text of the file')
      .max(MAX_POINT_FILE, `The file can have at most ${MAX_POINT_FILE.toLocaleString('en-US')} characters.`)
      .meta({ description: 'Text of the file.' }),
    updated_at: seen,
  }),
  answer,
  refusals: ['not_found', 'stale', 'conflict'],
  example: {
    ...example,
    body: {
      content: 'x,y,longitude,latitude\n97,190.8,-73.945638,40.790252\n849.8,1811.5,-73.946148,40.78557\n',
    },
  },
});

export const undoGeoreference = operation({
  id: 'undoGeoreference',
  method: 'post',
  path: '/document-pages/{id}/georeference/undo',
  tag,
  summary: 'Undo a change of a page’s place',
  description:
    'Restores the points from before a change of the history. Requires the editor role in the project, and a person.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  body: z.strictObject({ history_id: id('Change') }),
  answer,
  refusals: ['not_found', 'conflict'],
  example: { ...example, body: { history_id: '01980a57-6e10-7b21-9c34-8d5e6f7a8b9c' } },
});

export const proposeGeoreference = operation({
  id: 'proposeGeoreference',
  method: 'post',
  path: '/document-pages/{id}/georeference/propose',
  tag,
  summary: 'Propose the place of a page',
  description:
    'Looks for the page by the street names read on it, among the crossings of the project’s and the installation’s streets near the property. `abstained` says why no place was found with certainty. A proposal has no effect until it is accepted. Requires the editor role in the project.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  answer: { description: 'The proposal.', schema: one(proposal) },
  refusals: ['not_found', 'conflict'],
  example,
});

export const acceptGeoreference = operation({
  id: 'acceptGeoreference',
  method: 'post',
  path: '/document-pages/{id}/georeference/accept',
  tag,
  summary: 'Accept points of a proposal',
  description:
    'Adds them to the points of the page, with the source `proposed`. Requires the editor role in the project, and a person: agents get 403 `agents_propose`. 409 `no_proposal` without a proposal.',
  access: 'write',
  audit: { subject: 'page' },
  params,
  body: z.strictObject({
    point_ids: z
      .array(id('Point'), { error: 'point_ids must be a list' })
      .min(1, 'point_ids must have at least one id')
      .max(MAX_CONTROL_POINTS, `point_ids must have at most ${MAX_CONTROL_POINTS} ids`),
    updated_at: seen,
  }),
  answer,
  refusals: ['not_found', 'stale', 'conflict'],
  example: {
    ...example,
    body: { point_ids: ['01980a57-6e10-5b21-9c34-8d5e6f7a8b9c', '01980a57-6e10-5b21-9c34-8d5e6f7a8b9d'] },
  },
});

export const listGeoreferences = operation({
  id: 'listGeoreferences',
  method: 'get',
  path: '/georeferences',
  tag,
  summary: 'List placed sheets of a project',
  description: 'Newest first: what a map draws.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    project_id: id('Project'),
    document_id: id('Document').optional(),
    state: z.enum(['rough', 'exact'], { error: 'state must be rough or exact' }).optional(),
    year: z
      .string()
      .regex(/^\d{4}$/, 'year must have four digits')
      .transform(Number)
      .optional()
      .meta({ override: { type: 'integer' } }),
    bbox: degrees('bbox', 'west,south,east,north').optional(),
    include: z
      .literal('regions', { error: 'include must be regions' })
      .optional()
      .meta({ description: '`regions` lists regions of pages too.' }),
  }),
  answer: { description: 'Placed sheets.', schema: list(placedSheet) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT_ID } },
});

export const getPlaceOfPixel = operation({
  id: 'getPlaceOfPixel',
  method: 'get',
  path: '/document-pages/{id}/place',
  tag,
  summary: 'The place of a pixel',
  description:
    'Pixels of the full-resolution image, y down; by the region that contains it, if any. 404 `not_placed` if the page has no place on the earth.',
  access: 'read',
  audit: { subject: 'page' },
  params,
  query: z.strictObject({ x: decimal('x'), y: decimal('y') }),
  answer: { description: 'The place.', schema: one(placeOfPixel) },
  refusals: ['not_found'],
  example: { ...example, query: { x: '955', y: '1720' } },
});

export const findSheetsAt = operation({
  id: 'findSheetsAt',
  method: 'get',
  path: '/places',
  tag,
  summary: 'The sheets that show a place',
  description: 'All placed sheets of a project that show it, oldest year first, each with the pixel.',
  access: 'read',
  query: z.strictObject({
    longitude: decimal('longitude'),
    latitude: decimal('latitude'),
    project_id: id('Project'),
  }),
  answer: { description: 'Sheets with their pixels.', schema: z.strictObject({ data: z.array(sheetAtPlace) }) },
  refusals: ['not_found'],
  example: { query: { longitude: '-73.945657', latitude: '40.785613', project_id: PROJECT_ID } },
});

const EXPORT_FORMATS = ['points', 'worldfile', 'annotation', 'geotiff', 'gcp-geotiff'] as const;

export const exportGeoreference = operation({
  id: 'exportGeoreference',
  method: 'get',
  path: '/document-pages/{id}/export',
  tag,
  summary: 'Export a page’s place for other programs',
  description:
    '`points`: control points for QGIS 3. `worldfile`: a world file in EPSG:3857 for the full-resolution image. `annotation`: a IIIF Georeference Annotation. `geotiff`: the image at its full resolution with its place (EPSG:4326), sent in parts; `gcp-geotiff`: with its control points for other programs to fit. 404 `not_placed` if the page has no place on the earth.',
  access: 'read',
  audit: { subject: 'page' },
  params,
  query: z.strictObject({
    region_id: regionId,
    format: z.enum(EXPORT_FORMATS, { error: `format must be one of ${EXPORT_FORMATS.join(', ')}` }),
  }),
  answer: {
    description: 'The file.',
    schema: binary,
    contentTypes: ['text/csv', 'text/plain', 'application/ld+json', 'image/tiff'],
  },
  refusals: ['not_found', 'conflict'],
  example: { ...example, query: { format: 'points' } },
});
