import { DIRECTIONS, RELATIONS } from '@symbio/proto/feature/vocabulary';
import { MAX_DISTANCE_FT, MAX_FEATURE_NAME, MAX_RADIUS_M } from '@symbio/proto/limits';
import { z } from 'zod';
import {
  clientId,
  cursorPaging,
  dryRun,
  followedList,
  id,
  one,
  optionalId,
  requiredText,
  seen,
  success,
  updatedAfter,
  written,
} from '../schemas/common.js';
import { feature } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Features',
  description: 'Sites that are an environmental risk for a property: a gas works, a dry cleaner, a buried tank.',
};
const { tag } = about;
const NUMBER = String.raw`\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*`;
const COORDINATE = new RegExp(`^\\(${NUMBER},${NUMBER}\\)$`);
const NEAR = new RegExp(`^${NUMBER},${NUMBER}$`);
/** Accepted degrees, for the document; exponents are also accepted. */
const LONGITUDE = String.raw`[+-]?(?:180(?:\.0+)?|(?:1[0-7]\d|\d{1,2})(?:\.\d+)?)`;
const LATITUDE = String.raw`[+-]?(?:90(?:\.0+)?|[0-8]?\d(?:\.\d+)?)`;
const DISTANCE = `distance_ft must be a number of feet from 0 to ${MAX_DISTANCE_FT}`;
const EXAMPLE_ID = '01980a50-3c1e-7a44-8e3d-9b2f64c1d5e7';
const EXAMPLE = {
  project_id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e',
  name: 'Acme Gas Works',
  land_use: ['manufactured_gas_plant'],
  coordinate: '(-73.94,40.72)',
};

const landUse = z
  .array(z.string().meta({ 'x-symbio-vocabulary': 'land_uses' }), { error: 'land_use must be a list of land uses' })
  .nullish()
  .meta({ description: 'Values of the land-use list (`GET /land-uses`).' });
/** Parses "(longitude,latitude)" or "longitude,latitude"; NaN otherwise. */
export function degreesOf(text: string): { longitude: number; latitude: number } {
  const [longitude = NaN, latitude = NaN] = text.replaceAll(/[()]/g, '').split(',').map(Number);
  return { longitude, latitude };
}

/** Location; empty removes it, if allowed (FEAT-09, FEAT-11). */
const onEarth = (place: z.ZodString) =>
  place
    .refine(
      (value) => value === '' || Math.abs(degreesOf(value).longitude) <= 180,
      'Longitude must be between -180 and 180',
    )
    .refine(
      (value) => value === '' || Math.abs(degreesOf(value).latitude) <= 90,
      'Latitude must be between -90 and 90',
    );

/** Parses "a,b", "{a,b}" and "[a,b]". */
export const landUsesOf = (list: string): string[] =>
  list
    .replace(/^[[{(]|[\]})]$/g, '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

export const coordinate = onEarth(
  z
    .string()
    .refine((value) => value === '' || COORDINATE.test(value), 'coordinate must look like (longitude,latitude)'),
)
  .meta({
    description: '`(longitude,latitude)`, WGS 84 degrees.',
    examples: ['(-73.94,40.72)'],
    override: { type: 'string', pattern: `^(?:\\(${LONGITUDE},${LATITUDE}\\))?$` },
  })
  .nullish();

/** Seen from the property. */
const relation = {
  relation: z
    .enum(RELATIONS, { error: `relation must be one of ${RELATIONS.join(', ')}` })
    .nullish()
    .meta({ description: 'Where it is, seen from the property. Null removes it with direction and distance.' }),
  direction: z
    .enum(DIRECTIONS, { error: `direction must be one of ${DIRECTIONS.join(', ')}` })
    .nullish()
    .meta({ description: 'Compass octant from the property. With `relation` adjoining or near.' }),
  distance_ft: z
    .number({ error: DISTANCE })
    .min(0, DISTANCE)
    .max(MAX_DISTANCE_FT, DISTANCE)
    .nullish()
    .meta({ description: 'Feet from the nearest edge of the property. With `relation` adjoining or near.' }),
};

const found = {
  project_id: id('Project').optional(),
  author_id: id('Author').optional(),
  run_id: id('Run').optional(),
  name_ilike: z.string().optional().meta({ description: 'Part of the name; `%` and `_` as in SQL. Case-insensitive.' }),
  land_use_overlaps: z
    .string()
    // an empty filter would return all features
    .refine((value) => landUsesOf(value).length > 0, 'land_use_overlaps must hold a land use')
    .optional()
    .meta({
      description: 'Any of these land uses, separated by commas.',
      examples: ['manufactured_gas_plant,dry_cleaner'],
      'x-symbio-vocabulary': 'land_uses',
    }),
  near: onEarth(z.string().regex(NEAR, 'near must look like longitude,latitude'))
    .optional()
    .meta({
      description: 'Sorts by distance from `longitude,latitude`.',
      examples: ['-73.94,40.72'],
      override: { type: 'string', pattern: `^${LONGITUDE},${LATITUDE}$` },
    }),
  radius: z
    .string()
    .refine(
      (value) => Number(value) >= 0 && Number(value) <= MAX_RADIUS_M,
      `radius must be a number of meters up to ${MAX_RADIUS_M}`,
    )
    .transform(Number)
    .optional()
    .meta({
      description: 'Metres around `near`; 50 by default.',
      override: { type: 'number', minimum: 0, maximum: MAX_RADIUS_M },
    }),
};

export const listFeatures = operation({
  id: 'listFeatures',
  method: 'get',
  path: '/features',
  tag,
  summary: 'List features of interest',
  description:
    'Oldest first. Requires at least one of `project_id`, `author_id`, `run_id`, `name_ilike` and `land_use_overlaps`. Without `project_id` it covers all projects that the caller may see.',
  access: 'read',
  query: z.strictObject({ ...cursorPaging, ...found, updated_after: updatedAfter }),
  answer: { description: 'Features.', schema: followedList(feature) },
  refusals: ['not_found'],
  example: { query: { project_id: EXAMPLE.project_id } },
});

export const getFeature = operation({
  id: 'getFeature',
  method: 'get',
  path: '/features/{id}',
  tag,
  summary: 'One feature of interest',
  description: '`GET /mentions?feature_id=` lists its mentions.',
  access: 'read',
  params: z.strictObject({ id: id('Feature') }),
  answer: { description: 'The feature.', schema: one(feature) },
  refusals: ['not_found'],
  example: { params: { id: EXAMPLE_ID } },
});

export const getFeatureById = operation({
  id: 'getFeatureById',
  method: 'get',
  path: '/features',
  tag,
  summary: 'One feature of interest, by query',
  description: 'The same as `GET /features/{id}`.',
  access: 'read',
  selector: 'id',
  insteadUse: 'getFeature',
  query: z.strictObject({ id: id('Feature') }),
  answer: { description: 'The feature.', schema: one(feature) },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});

export const createFeature = operation({
  id: 'createFeature',
  method: 'post',
  path: '/features',
  tag,
  summary: 'Create a feature of interest',
  description:
    'Requires the editor role in the project. Search first (`near`, `name_ilike`): a site is one feature, however many sources mention it.',
  access: 'write',
  query: z.strictObject({ dry_run: dryRun }),
  body: z.strictObject({
    id: clientId,
    project_id: id('Project'),
    name: requiredText(MAX_FEATURE_NAME),
    land_use: landUse,
    coordinate,
    ...relation,
    author_id: optionalId(
      'Author',
      'The author; defaults to the key’s author. Another author must be an agent that this key created.',
    ),
    run_id: optionalId('Run', 'An open run of the same project.'),
  }),
  answer: { status: 201, description: 'The feature.', schema: written(feature) },
  refusals: ['not_found', 'conflict'],
  example: { body: EXAMPLE },
});

export const updateFeature = operation({
  id: 'updateFeature',
  method: 'put',
  path: '/features',
  tag,
  summary: 'Change a feature of interest',
  description:
    'Omitted fields keep their values. `land_use` null or `[]` and `coordinate` null or `""` remove the value. Send the `updated_at` that you read, so that no other change is overwritten. An agent’s key changes and deletes only its own agent’s items (403 `agents_propose`, `another_agent`).',
  access: 'write',
  query: z.strictObject({ id: id('Feature'), dry_run: dryRun }),
  body: z.strictObject({
    name: requiredText(MAX_FEATURE_NAME).nullish(),
    land_use: landUse,
    coordinate,
    ...relation,
    updated_at: seen,
  }),
  answer: { description: 'The feature.', schema: written(feature) },
  refusals: ['not_found', 'stale'],
  example: {
    query: { id: EXAMPLE_ID },
    body: { name: 'Acme Gas Works (demolished 1931)', updated_at: '2026-11-22T09:30:00.000Z' },
  },
});

export const deleteFeature = operation({
  id: 'deleteFeature',
  method: 'delete',
  path: '/features',
  tag,
  summary: 'Delete a feature of interest',
  description: 'Its mentions remain without a feature.',
  access: 'write',
  query: z.strictObject({ id: id('Feature'), dry_run: dryRun }),
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found'],
  example: { query: { id: EXAMPLE_ID } },
});
