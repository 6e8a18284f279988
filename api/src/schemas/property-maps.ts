import { DIRECTIONS } from '@symbio/proto/feature/vocabulary';
import { PROJECT_STATUSES, PROPERTY_CHANGE_KINDS, SITE_SOURCES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const place = z.strictObject({ longitude: z.number(), latitude: z.number() });

const GEOMETRY = 'geometry must be a GeoJSON Polygon or MultiPolygon';
const position = z.array(z.number({ error: GEOMETRY }), { error: GEOMETRY }).min(2, GEOMETRY);
const polygon = z.array(z.array(position, { error: GEOMETRY }), { error: GEOMETRY });

/** Of GeoJSON, ignored. */
const bbox = z.array(z.number()).optional();

/** In a request: checked further by the service. */
export const area = z
  .union(
    [
      z.strictObject({ type: z.literal('Polygon'), coordinates: polygon, bbox }),
      z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon, { error: GEOMETRY }), bbox }),
    ],
    { error: GEOMETRY },
  )
  .meta({ id: 'Area', description: 'A GeoJSON geometry: longitude first, in degrees (WGS 84).' });

const size = {
  area_acres: z.number(),
  perimeter_ft: z.number().meta({ description: 'Of all rings, in feet.' }),
  centre: place,
  bounds: z.array(z.number()).meta({ description: 'West, south, east, north.' }),
};

/** Of a project. */
export const boundarySummary = z.strictObject(size);

const history = z
  .array(
    z.strictObject({
      id: z.string(),
      kind: word(PROPERTY_CHANGE_KINDS),
      replaced: z.boolean().meta({ description: 'Whether the change replaced something.' }),
      by_id: z.string(),
      by_name: z.string(),
      at: moment.nullable(),
    }),
  )
  .meta({
    description: 'Changes of boundary, site and search radii, oldest first; the latest 20. Undo one by its id.',
  });
const updatedAt = moment.nullable().meta({ description: 'Of boundary, site and search radii together.' });

export const boundary = z
  .strictObject({
    geometry: area.nullable().meta({ description: 'Null without a boundary, as are its sizes.' }),
    area_acres: size.area_acres.nullable(),
    perimeter_ft: size.perimeter_ft.nullable(),
    corner_count: z.int(),
    part_count: z.int(),
    centre: place.nullable(),
    bounds: size.bounds.nullable(),
    file_name: z.string().nullable().meta({ description: 'The uploaded file.' }),
    by_id: z.string().nullable(),
    by_name: z.string().nullable(),
    at: moment.nullable(),
    updated_at: updatedAt,
    history,
  })
  .meta({ id: 'Boundary', description: 'The boundary of a project’s property.' });

export const siteSummary = z.strictObject({
  ...place.shape,
  source: word(SITE_SOURCES).meta({ description: '`boundary`: the middle of the boundary.' }),
  label: z.string().nullable().meta({ description: 'Such as the address that was looked up.' }),
});

export const site = z
  .strictObject({
    site: siteSummary.nullable().meta({ description: 'Null if neither given nor known from a boundary.' }),
    updated_at: updatedAt,
    history,
  })
  .meta({ id: 'Site', description: 'The place of a project’s property on a map.' });

export const projectSite = z
  .strictObject({
    project_id: z.string(),
    number: z.string(),
    title: z.string(),
    status: word(PROJECT_STATUSES),
    place: z
      .strictObject({
        ...place.shape,
        source: word(['site', 'boundary', 'person', 'zip', 'city']).meta({
          description:
            '`site`, `boundary`: set on its map; `person`: its coordinate; `zip`, `city`: the middle of that area.',
        }),
      })
      .nullable()
      .meta({ description: 'Null if it is not known.' }),
    bounds: size.bounds.nullable().meta({ description: 'Of the boundary: west, south, east, north.' }),
    placed_pages: z.strictObject({ rough: z.int(), exact: z.int() }),
  })
  .meta({ id: 'ProjectSite', description: 'Where a project is, and how many of its pages have a place on the earth.' });

export const searchRadius = z
  .strictObject({ name: z.string(), miles: z.number() })
  .meta({ id: 'SearchRadius', description: 'A distance from the boundary within which records are searched.' });

export const searchRadii = z
  .strictObject({
    search_radii: z.array(searchRadius),
    are_defaults: z.boolean().meta({ description: 'The standard’s distances (E1527-21), which no one changed.' }),
    updated_at: updatedAt,
    history,
  })
  .meta({ id: 'SearchRadii' });

export const measured = z
  .strictObject({
    relation: word(['on_property', 'near']).meta({
      description: 'Measured. `adjoining` is stated by people, never measured.',
    }),
    is_certain: z.boolean().meta({ description: 'False if the uncertainty could change the relation.' }),
    direction: word(DIRECTIONS).nullable().meta({ description: 'Compass octant from the nearest edge; null inside.' }),
    distance_ft: z.number().meta({ description: 'Feet from the nearest edge; 0 inside.' }),
    uncertainty_ft: z.number(),
    from: word(['boundary', 'site', 'property']).meta({
      description: 'What it was measured from: the boundary, else the site, else the place given for the property.',
    }),
  })
  .meta({ id: 'Measured', description: 'Relation and distance to the property, worked out.' });

const nearby = z.strictObject({
  feature_id: z.string(),
  distance_m: z.number().meta({ description: 'Metres from the outline; 0 inside.' }),
  is_certain: z.boolean().meta({ description: 'False: perhaps within 50 m, by the uncertainty of the sheet.' }),
});

export const distances = z
  .strictObject({
    from: word(['boundary', 'site', 'property'])
      .nullable()
      .meta({ description: 'Null if the place of the property is not known.' }),
    features: z.array(z.strictObject({ feature_id: z.string(), measured: measured.nullable() })).meta({
      description: 'Features with a coordinate.',
    }),
    mentions: z
      .array(
        z.strictObject({
          mention_id: z.string(),
          feature_id: z.string().nullable(),
          annotation_id: z.string(),
          measured: measured.nullable(),
          nearby: z.array(nearby).meta({ description: 'Other features within 50 m of the outline, nearest first.' }),
          sheet_place: z
            .strictObject({
              longitude: z.number(),
              latitude: z.number(),
              offset_ft: z.number().meta({ description: 'Feet from the outline to the coordinate of the feature.' }),
            })
            .nullable()
            .meta({
              description:
                'Middle of the outline, if the coordinate of its feature is outside of it by more than the sheet’s uncertainty: the sheet was placed or moved since. Null otherwise.',
            }),
        }),
      )
      .meta({ description: 'Mentions whose sheet has a place on the earth, by their outlines.' }),
  })
  .meta({ id: 'Distances', description: 'Features and mentions of a project, seen from its property.' });
