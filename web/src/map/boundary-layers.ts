import { boundsOf, partsOf, prepareBoundary, ringsAt, type AreaGeometry } from '@symbio/georeference/boundary';
import type { Place } from '@symbio/georeference';
import type { Geometry } from '../evidence/boundary-api.js';
import { milesText } from '../evidence/boundary-text.js';
import type { MapLayer } from './map-layers.js';
import { boxOf, toMercator, type Box } from './mercator.js';

export const BOUNDARY_COLOUR = '#b3261e';
const FEET_PER_MILE = 5_280;

const placeOf = ([longitude = 0, latitude = 0]: readonly number[]): Place => ({ longitude, latitude });

/** The contract has corners as lists of numbers. */
const partsOfGeometry = (geometry: Geometry) => partsOf(geometry as AreaGeometry);

export function boundaryBox(geometry: Geometry): Box {
  const [west, south, east, north] = boundsOf(partsOfGeometry(geometry));
  return boxOf([placeOf([west, south]), placeOf([east, north])].map(toMercator));
}

export function boundaryLayers(geometry: Geometry): MapLayer[] {
  const parts = partsOfGeometry(geometry);
  return [
    {
      ...{ id: 'boundary', kind: 'areas', colour: BOUNDARY_COLOUR, opacity: 0.12 },
      areas: parts.map((rings) => ({ name: 'Boundary', rings: rings.map((ring) => ring.map(placeOf)) })),
    },
    {
      ...{ id: 'boundary-line', kind: 'lines', colour: BOUNDARY_COLOUR, width: 3 },
      lines: parts.flat().map((ring) => ({ name: 'Boundary', path: ring.map(placeOf) })),
    },
  ];
}

/** Lines at each distance from the boundary. @param miles each once */
export function radiusLayer(geometry: Geometry, miles: readonly number[]): MapLayer {
  const boundary = prepareBoundary(partsOfGeometry(geometry));
  return {
    ...{ id: 'search-radii', kind: 'lines', colour: BOUNDARY_COLOUR, width: 1.5, isDashed: true },
    lines: miles.flatMap((each) =>
      ringsAt(boundary, each * FEET_PER_MILE).map((ring) => ({ name: milesText(each), path: ring.map(placeOf) })),
    ),
  };
}

/** The boundary that is being drawn. */
export function outlineLayer(corners: readonly Place[]): MapLayer {
  const [first] = corners;
  const path = first && corners.length > 2 ? [...corners, first] : [...corners];
  return {
    ...{ id: 'boundary-drawn', kind: 'lines', colour: BOUNDARY_COLOUR, width: 3 },
    lines: path.length > 1 ? [{ name: 'New boundary', path }] : [],
  };
}
