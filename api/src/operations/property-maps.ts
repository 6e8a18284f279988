import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { BOUNDARY_LIMITS, MAX_SEARCH_MILES, MAX_SEARCH_RADII, MAX_SITE_LABEL } from '@symbio/proto/limits';
import { z } from 'zod';
import { cursorPaging, id, line, list, one, seen } from '../schemas/common.js';
import { filesForm } from '../schemas/form.js';
import { area, boundary, distances, projectSite, searchRadii, site } from '../schemas/property-maps.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Boundaries',
  description: 'Where a project’s property is, and what is how far from it.',
};
const { tag } = about;
const params = z.strictObject({ id: id('Project') });
const example = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } };
const EDITORS = 'Requires the editor role, and a person: agents get 403 `agents_propose`.';
const { parts, corners, acres } = BOUNDARY_LIMITS;
const LIMITS = `At most ${parts} parts, ${corners} corners and ${acres} acres; edges must not cross.`;
const changed = { description: 'The boundary.', schema: one(boundary) };

export const getBoundary = operation({
  id: 'getBoundary',
  method: 'get',
  path: '/projects/{id}/boundary',
  tag,
  summary: 'The boundary of a property',
  description: 'With its size on the ellipsoid. Without a boundary `geometry` is null.',
  access: 'read',
  params,
  answer: changed,
  refusals: ['not_found'],
  example,
});

export const saveBoundary = operation({
  id: 'saveBoundary',
  method: 'put',
  path: '/projects/{id}/boundary',
  tag,
  summary: 'Set the boundary of a property',
  description: `Replaces the boundary; null removes it. ${LIMITS} ${EDITORS}`,
  access: 'write',
  params,
  body: z.strictObject({ geometry: area.nullable(), updated_at: seen }),
  answer: changed,
  refusals: ['not_found', 'stale'],
  example: {
    ...example,
    body: {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-73.9821, 40.7361],
            [-73.9803, 40.7353],
            [-73.981, 40.7343],
            [-73.9828, 40.7351],
            [-73.9821, 40.7361],
          ],
        ],
      },
    },
  },
});

export const uploadBoundary = operation({
  id: 'uploadBoundary',
  method: 'post',
  path: '/projects/{id}/boundary/file',
  tag,
  summary: 'Set the boundary of a property from a file',
  description: `Replaces the boundary by all areas of one file: GeoJSON, KML, KMZ, or a shapefile as a zip with its .shp and .prj, up to 10 MB. ${LIMITS} ${EDITORS}`,
  access: 'write',
  params,
  body: filesForm('One file.'),
  consumes: 'multipart/form-data',
  answer: changed,
  refusals: ['not_found', 'too_large', 'unsupported_type'],
  example,
});

export const undoBoundary = operation({
  id: 'undoBoundary',
  method: 'post',
  path: '/projects/{id}/boundary/undo',
  tag,
  summary: 'Undo a change of boundary, site or search radii',
  description: `Restores what a change of the history replaced. ${EDITORS}`,
  access: 'write',
  params,
  body: z.strictObject({ history_id: id('Change') }),
  answer: changed,
  refusals: ['not_found'],
  example: { ...example, body: { history_id: '01980a57-6e10-7b21-9c34-8d5e6f7a8b9c' } },
});

export const getSite = operation({
  id: 'getSite',
  method: 'get',
  path: '/projects/{id}/site',
  tag,
  summary: 'The place of a property',
  description: 'What a person gave, else the middle of the boundary.',
  access: 'read',
  params,
  answer: { description: 'The site.', schema: one(site) },
  refusals: ['not_found'],
  example,
});

export const saveSite = operation({
  id: 'saveSite',
  method: 'put',
  path: '/projects/{id}/site',
  tag,
  summary: 'Set the place of a property',
  description: `Null takes the middle of the boundary. ${EDITORS}`,
  access: 'write',
  params,
  body: z.strictObject({
    site: z
      .strictObject(
        {
          longitude: z.number({ error: 'longitude must be a number' }),
          latitude: z.number({ error: 'latitude must be a number' }),
          source: z.enum(['typed', 'geocoded'], { error: 'source must be typed or geocoded' }).optional().meta({
            description: '`typed` by default.',
          }),
          label: line('label', MAX_SITE_LABEL).nullish(),
        },
        { error: 'site must be an object or null' },
      )
      .nullable(),
    updated_at: seen,
  }),
  answer: { description: 'The site.', schema: one(site) },
  refusals: ['not_found', 'stale'],
  example: { ...example, body: { site: { longitude: -73.9815, latitude: 40.7352 } } },
});

export const getSearchRadii = operation({
  id: 'getSearchRadii',
  method: 'get',
  path: '/projects/{id}/search-radii',
  tag,
  summary: 'The search radii of a project',
  description: 'Miles from the boundary. The distances of E1527-21 until someone changes them.',
  access: 'read',
  params,
  answer: { description: 'The radii.', schema: one(searchRadii) },
  refusals: ['not_found'],
  example,
});

export const saveSearchRadii = operation({
  id: 'saveSearchRadii',
  method: 'put',
  path: '/projects/{id}/search-radii',
  tag,
  summary: 'Set the search radii of a project',
  description: `Replaces all; an empty list restores the defaults. At most ${MAX_SEARCH_RADII}, each with its own name, up to ${MAX_SEARCH_MILES} miles. ${EDITORS}`,
  access: 'write',
  params,
  body: z.strictObject({
    search_radii: z.array(
      z.strictObject({
        name: z.string({ error: 'name must be a text' }),
        miles: z.number({ error: 'miles must be a number' }),
      }),
      { error: 'search_radii must be a list' },
    ),
    updated_at: seen,
  }),
  answer: { description: 'The radii.', schema: one(searchRadii) },
  refusals: ['not_found', 'stale'],
  example: { ...example, body: { search_radii: [{ name: 'Leaking storage tanks', miles: 0.5 }] } },
});

export const listProjectSites = operation({
  id: 'listProjectSites',
  method: 'get',
  path: '/project-sites',
  tag,
  summary: 'List where projects are',
  description: 'Projects that the caller may see, newest first: what a map of all projects draws.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    status: z
      .enum(['open', ...PROJECT_STATUSES], { error: `status must be open or one of ${PROJECT_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: '`open` is every status but `completed`.' }),
  }),
  answer: { description: 'Projects with their places.', schema: list(projectSite) },
  refusals: [],
  example: { query: { status: 'open' } },
});

export const listDistances = operation({
  id: 'listDistances',
  method: 'get',
  path: '/projects/{id}/distances',
  tag,
  summary: 'Distances from a property',
  description:
    'Relation, direction and distance of all located features, and of mentions by their outlines on placed sheets, from the nearest edge of the boundary. Worked out at each call; what people stated about a feature is not changed.',
  access: 'read',
  params,
  answer: { description: 'Distances.', schema: one(distances) },
  refusals: ['not_found'],
  example,
});
