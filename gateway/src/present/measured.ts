import type { propertyMapSchemas as schemas } from '@symbio/api';
import {
  prepareBoundary,
  preparePlace,
  separationOf,
  type LonLat,
  type PreparedBoundary,
} from '@symbio/georeference/boundary';
import type { CallParent } from '@symbio/rpc';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { partsOfMessage } from './property-maps.js';

export type Measured = z.output<typeof schemas.measured>;

/** What distances are measured from. */
export interface Property {
  from: 'boundary' | 'site' | 'property';
  prepared: PreparedBoundary;
}

/**
 * The boundary, else the site, else the place a person gave for the property: the middle of a ZIP code or city is too
 * coarse. @throws AppError NOT_FOUND
 */
export async function propertyOf(
  { project }: Pick<Clients, 'project'>,
  projectId: string,
  parent: CallParent,
): Promise<Property | undefined> {
  const [{ propertyMap: map }, { project: row }] = await Promise.all([
    project.getPropertyMap({ projectId }, parent),
    project.getProject({ id: projectId }, parent),
  ]);
  if (map?.boundary) return { from: 'boundary', prepared: prepareBoundary(partsOfMessage(map.boundary)) };
  if (map?.site) return { from: 'site', prepared: preparePlace([map.site.longitude, map.site.latitude]) };
  const place = row?.propertyLocation;
  return place?.origin === 'person'
    ? { from: 'property', prepared: preparePlace([place.longitude, place.latitude]) }
    : undefined;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * @param outline a place alone, or a closed outline
 * @param uncertaintyFeet of the outline
 */
export function measure({ from, prepared }: Property, outline: readonly LonLat[], uncertaintyFeet = 0): Measured {
  const { feet, octant, isInside, edgeFeet } = separationOf(prepared, outline);
  return {
    relation: isInside ? 'on_property' : 'near',
    is_certain: uncertaintyFeet === 0 || edgeFeet > uncertaintyFeet,
    direction: octant,
    distance_ft: hundredths(feet),
    uncertainty_ft: hundredths(uncertaintyFeet),
    from,
  };
}
