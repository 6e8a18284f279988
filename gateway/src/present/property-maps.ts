import type { propertyMapSchemas as schemas } from '@symbio/api';
import { geometryOf, type AreaGeometry, type LonLat, type Part } from '@symbio/georeference/boundary';
import type { Boundary, BoundaryPart, PropertyMap, SearchRadius, Site } from '@symbio/proto/project';
import type { z } from 'zod';
import { moment } from './json.js';

const ringOf = (degrees: readonly number[]): LonLat[] =>
  Array.from({ length: degrees.length / 2 }, (_, at): LonLat => [degrees[at * 2] ?? 0, degrees[at * 2 + 1] ?? 0]);

export const partsOfMessage = ({ parts }: Boundary): Part[] =>
  parts.map(({ rings }) => rings.map(({ degrees }) => ringOf(degrees)));

type GivenArea = z.output<typeof schemas.area>;

/** Parts as sent; the service checks them. */
export function partMessages(geometry: GivenArea | AreaGeometry): BoundaryPart[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((rings) => ({
    // heights are left out
    rings: rings.map((ring) => ({
      degrees: ring.flatMap(([longitude = NaN, latitude = NaN]) => [longitude, latitude]),
    })),
  }));
}

const sizeOf = (boundary: Boundary): z.output<typeof schemas.boundarySummary> => ({
  area_acres: boundary.areaAcres,
  perimeter_ft: boundary.perimeterFt,
  centre: { longitude: boundary.centreLongitude, latitude: boundary.centreLatitude },
  bounds: boundary.bounds,
});

const presentSiteSummary = ({ longitude, latitude, source, label }: Site): z.output<typeof schemas.siteSummary> => ({
  ...{ longitude, latitude, source },
  label: label || null,
});

const radii = (all: readonly SearchRadius[]) => all.map(({ name, miles }) => ({ name, miles }));

/** Fields of a project. */
export const presentPlaces = ({
  boundary,
  site,
  searchRadii,
}: Pick<PropertyMap, 'boundary' | 'site' | 'searchRadii'>) => ({
  ...(boundary && { boundary: sizeOf(boundary) }),
  ...(site && { site: presentSiteSummary(site) }),
  ...(searchRadii.length > 0 && { search_radii: radii(searchRadii) }),
});

const changesOf = ({ history, updatedAt }: PropertyMap) => ({
  updated_at: moment(updatedAt),
  history: history.map(({ id, kind, replaced, byId, byName, at }) => ({
    ...{ id, kind, replaced },
    ...{ by_id: byId, by_name: byName, at: moment(at) },
  })),
});

const NO_BOUNDARY = { area_acres: null, perimeter_ft: null, centre: null, bounds: null };

export const presentBoundary = (map: PropertyMap): z.output<typeof schemas.boundary> => ({
  geometry: map.boundary ? geometryOf(partsOfMessage(map.boundary)) : null,
  ...(map.boundary ? sizeOf(map.boundary) : NO_BOUNDARY),
  corner_count: map.boundary?.cornerCount ?? 0,
  part_count: map.boundary?.partCount ?? 0,
  file_name: map.boundary?.fileName || null,
  by_id: map.boundary?.byId ?? null,
  by_name: map.boundary?.byName ?? null,
  at: moment(map.boundary?.at),
  ...changesOf(map),
});

export const presentSite = (map: PropertyMap): z.output<typeof schemas.site> => ({
  site: map.site ? presentSiteSummary(map.site) : null,
  ...changesOf(map),
});

export const presentSearchRadii = (map: PropertyMap): z.output<typeof schemas.searchRadii> => ({
  search_radii: radii(map.searchRadii),
  are_defaults: map.hasDefaultRadii,
  ...changesOf(map),
});
