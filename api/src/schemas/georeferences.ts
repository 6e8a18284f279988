import { GEOREFERENCE_STATES, POINT_SOURCES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const degrees = { longitude: z.number(), latitude: z.number() };
export const pixel = z.strictObject({ x: z.number(), y: z.number() });

/** A GeoJSON polygon without holes. */
export const earthPolygon = {
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))).meta({
    description: 'One closed ring, counterclockwise, longitude first (WGS 84).',
  }),
};

export const placeOfOutline = z
  .strictObject({
    ...earthPolygon,
    area_sq_ft: z.number(),
    centre: z.strictObject(degrees),
    uncertainty_ft: z.number().meta({ description: 'Typical error of the sheet’s place, in feet.' }),
  })
  .meta({ id: 'PlaceOfOutline', description: 'The outline of an annotation on the earth.' });

const controlPoint = z.strictObject({
  id: z.string(),
  x: z.number(),
  y: z.number(),
  ...degrees,
  name: z.string(),
  source: word(POINT_SOURCES),
  used: z.boolean().meta({ description: 'False: left out.' }),
  miss_feet: z.number().nullable().meta({ description: 'Feet by which the fit misses it.' }),
  by_id: z.string(),
  by_name: z.string(),
  at: moment.nullable(),
});

const region = {
  region_id: z.string().meta({ description: '`sheet` is the whole page.' }),
  region_name: z.string().nullable(),
};

const summary = {
  page_id: z.string(),
  ...region,
  project_id: z.string(),
  document_id: z.string(),
  page_number: z.int(),
  year: z.int().nullable(),
  state: word(GEOREFERENCE_STATES),
  state_text: z.string().meta({ description: 'The state in words.', examples: ['exact, within 4 ft'] }),
  expected_feet: z.number().nullable().meta({ description: 'Typical error of a place on the sheet, in feet.' }),
  feet_per_pixel: z.number().nullable(),
  fit: z
    .strictObject({
      kind: word(['similarity', 'affine']),
      affine: z.array(z.number()).meta({
        description: '[a, b, c, d, e, f] in feet: east = a x + b y + c, north = d x + e y + f.',
      }),
      origin: z.strictObject(degrees).meta({ description: 'Where the plane of these feet touches the earth.' }),
    })
    .nullable(),
  footprint: z.strictObject(earthPolygon).nullable(),
  updated_at: moment.nullable(),
};

export const placedSheet = z
  .strictObject(summary)
  .meta({ id: 'PlacedSheet', description: 'A sheet with a place on the earth.' });

export const proposal = z
  .strictObject({
    state: word(['proposed', 'abstained']),
    points: z
      .array(z.strictObject({ id: z.string(), x: z.number(), y: z.number(), ...degrees, name: z.string() }))
      .meta({ description: 'Crossings of streets; accept them by their ids.' }),
    agreeing: z.int().meta({ description: 'Street names on the sheet that agree.' }),
    streets: z.array(z.string()).meta({ description: 'The streets that they name.' }),
    score: z.number(),
    next: z.number().meta({ description: 'Score of the next best place.' }),
    why: z.string().meta({ description: 'A sentence.' }),
    made_at: moment.nullable(),
  })
  .meta({ id: 'GeoreferenceProposal', description: 'Where the street names on a sheet say that it is.' });

export const georeference = z
  .strictObject({
    ...summary,
    picture_width: z.int(),
    picture_height: z.int(),
    points: z.array(controlPoint),
    mask: z.array(pixel).nullable().meta({ description: 'The part of the page that it covers; null: all of it.' }),
    worst_point: z
      .strictObject({ id: z.string(), index: z.int(), feet: z.number() })
      .nullable()
      .meta({ description: 'The point that does not fit the others, and its distance from where they say it is.' }),
    note: z.string().nullable().meta({ description: 'A sentence about the points.' }),
    same_place_page_id: z.string().nullable().meta({ description: 'The placed sheet that this one is aligned with.' }),
    regions: z
      .array(
        z.strictObject({
          ...region,
          state: word(GEOREFERENCE_STATES),
          state_text: z.string(),
          expected_feet: z.number().nullable(),
          mask: z.array(pixel).nullable(),
          points: z.int().meta({ description: 'Number of its points.' }),
          updated_at: moment.nullable(),
        }),
      )
      .meta({ description: 'The whole page, if it has points, then its placed regions: maps that share the page.' }),
    proposal: proposal.nullable().meta({ description: 'The latest proposal; it has no effect until accepted.' }),
    history: z
      .array(
        z.strictObject({
          id: z.string(),
          kind: word(['points', 'cleared', 'restored']),
          points_before: z.int(),
          by_id: z.string(),
          by_name: z.string(),
          at: moment.nullable(),
        }),
      )
      .meta({ description: 'Changes, oldest first; the latest 50. Undo one by its id.' }),
    by_id: z.string().nullable(),
    by_name: z.string().nullable(),
    created_at: moment.nullable(),
  })
  .meta({ id: 'Georeference', description: 'Where a sheet is on the earth.' });

export const placeOfPixel = z
  .strictObject({
    ...degrees,
    uncertainty_ft: z.number(),
    state: word(GEOREFERENCE_STATES),
  })
  .meta({ id: 'PlaceOfPixel' });

export const sheetAtPlace = z
  .strictObject({ ...summary, x: z.number(), y: z.number() })
  .meta({ id: 'SheetAtPlace', description: 'A placed sheet and the pixel that shows the place.' });
