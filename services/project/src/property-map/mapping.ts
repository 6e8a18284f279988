import { partsOf, type AreaGeometry } from '@symbio/georeference/boundary';
import type { Boundary, BoundaryPart, PropertyMap, SearchRadius, Site } from '@symbio/proto/project';
import type { StoredBoundary, StoredPlaces, StoredPropertyMap } from './model.js';
import { DEFAULT_RADII } from './search-radii.js';

const partMessages = (geometry: AreaGeometry): BoundaryPart[] =>
  partsOf(geometry).map((rings) => ({ rings: rings.map((ring) => ({ degrees: ring.flat() })) }));

/** Corners as sent, unchecked; a missing latitude is no number. */
export const coordinatesOf = (parts: readonly BoundaryPart[]): number[][][][] =>
  parts.map(({ rings }) =>
    rings.map(({ degrees }) =>
      Array.from({ length: Math.ceil(degrees.length / 2) }, (_, at) => degrees.slice(at * 2, at * 2 + 2)),
    ),
  );

const boundaryMessage = ({ geometry, centre, ...boundary }: StoredBoundary): Boundary => ({
  parts: geometry ? partMessages(geometry) : [],
  areaAcres: boundary.areaAcres,
  perimeterFt: boundary.perimeterFt,
  cornerCount: boundary.corners,
  partCount: boundary.parts,
  centreLongitude: centre.longitude,
  centreLatitude: centre.latitude,
  bounds: boundary.bounds,
  fileName: boundary.fileName ?? '',
  byId: boundary.byId,
  byName: boundary.byName,
  at: boundary.at,
});

/** What a person gave, else the middle of the boundary. */
function siteMessage({ site, boundary }: StoredPlaces): Site | undefined {
  if (site) return { ...site, label: site.label ?? '' };
  return boundary && { ...boundary.centre, source: 'boundary', label: '', byId: '', byName: '', at: undefined };
}

const radiusMessages = ({ searchRadii }: StoredPlaces): SearchRadius[] =>
  (searchRadii ?? DEFAULT_RADII).map(({ name, miles }) => ({ name, miles }));

/** The fields of a project, without the boundary's rings. */
export const placesOf = (map: StoredPlaces = {}): Pick<PropertyMap, 'boundary' | 'site' | 'searchRadii'> => ({
  boundary: map.boundary && { ...boundaryMessage(map.boundary), parts: [] },
  site: siteMessage(map),
  searchRadii: radiusMessages(map),
});

export const propertyMapMessage = (projectId: string, map: Partial<StoredPropertyMap> = {}): PropertyMap => ({
  projectId,
  boundary: map.boundary && boundaryMessage(map.boundary),
  site: siteMessage(map),
  searchRadii: radiusMessages(map),
  hasDefaultRadii: map.searchRadii === undefined,
  history: (map.history ?? []).map(({ id, kind, before, byId, byName, at }) => ({
    ...{ id, kind, byId, byName, at },
    replaced: Object.values(before).some((part) => part !== undefined),
  })),
  updatedAt: map.updatedAt,
});
