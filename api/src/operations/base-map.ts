import { z } from 'zod';
import { binary } from '../schemas/binary.js';
import { operation, type Heading } from '../operation.js';

export const about: Heading = {
  tag: 'Base map',
  description: 'The map below the sheets, where the installation has one.',
};
const { tag } = about;

const wholeNumber = (description: string) =>
  z
    .string()
    .regex(/^\d{1,8}$/, { error: 'A tile has whole numbers: zoom, column and row' })
    .meta({ description });

export const getBaseMap = operation({
  id: 'getBaseMap',
  method: 'get',
  path: '/base-map',
  tag,
  summary: 'Describe the base map',
  description: '`data` is null where the installation has none: maps then show the sheets alone.',
  access: 'read',
  answer: {
    description: 'The base map.',
    schema: z.strictObject({
      data: z
        .strictObject({
          kind: z
            .enum(['raster', 'vector'])
            .meta({ description: 'Pictures, or Mapbox vector tiles with the layers of Protomaps.' }),
          min_zoom: z.int(),
          max_zoom: z.int(),
          attribution: z.string().meta({ description: 'Text to show with the map.' }),
        })
        .meta({ id: 'BaseMap', description: 'Tiles in Web Mercator.' })
        .nullable(),
    }),
  },
  refusals: [],
  example: {},
});

export const getBaseMapTile = operation({
  id: 'getBaseMapTile',
  method: 'get',
  path: '/base-map/tiles/{z}/{x}/{y}',
  tag,
  summary: 'Get a tile of the base map',
  description:
    'The gateway reads tiles from the configured address, so that browsers make no request to other servers. A tile that the base map does not have is 404.',
  access: 'read',
  params: z.strictObject({
    z: wholeNumber('Zoom: 0 is the whole earth in one tile.'),
    x: wholeNumber('Column, from the west.'),
    y: wholeNumber('Row, from the north.'),
  }),
  answer: {
    description: 'The tile.',
    schema: binary,
    contentTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'application/vnd.mapbox-vector-tile'],
  },
  refusals: ['not_found'],
  example: { params: { z: '14', x: '4826', y: '6157' } },
});
