import type { EvidenceBoundary } from '@symbio/report';
import type { Sources } from './sources.js';
import { isoOf, positionsOf, rounded } from './values.js';

/** As the project's map has it; undefined without one. */
export function boundaryOf({ propertyMap }: Pick<Sources, 'propertyMap'>): EvidenceBoundary | undefined {
  const boundary = propertyMap?.boundary;
  if (!boundary) return undefined;
  const { parts, areaAcres, perimeterFt, fileName, byName, at } = boundary;
  return {
    polygons: parts.map(({ rings }) => rings.map(({ degrees }) => positionsOf(degrees))),
    ...{ area_acres: rounded(areaAcres), perimeter_ft: rounded(perimeterFt) },
    ...(fileName && { file_name: fileName }),
    ...(byName && { set_by: byName }),
    ...(at && { set_at: isoOf(at) }),
  };
}
