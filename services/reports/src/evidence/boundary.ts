import type { EvidenceBoundary } from '@symbio/report';
import type { Sources } from './sources.js';
import { isoOf, rounded } from './values.js';

/** As the project's map has it; undefined without one. */
export function boundaryOf({ propertyMap }: Pick<Sources, 'propertyMap'>): EvidenceBoundary | undefined {
  const boundary = propertyMap?.boundary;
  if (!boundary) return undefined;
  const { parts, areaAcres, perimeterFt, fileName, byName, at } = boundary;
  return {
    polygons: parts.map(({ rings }) => rings.map(({ degrees }) => cornersOf(degrees))),
    ...{ area_acres: rounded(areaAcres), perimeter_ft: rounded(perimeterFt) },
    ...(fileName && { file_name: fileName }),
    ...(byName && { set_by: byName }),
    ...(at && { set_at: isoOf(at) }),
  };
}

const cornersOf = (degrees: readonly number[]): [number, number][] =>
  Array.from({ length: degrees.length / 2 }, (_, at) => [
    rounded(degrees[2 * at] ?? 0),
    rounded(degrees[2 * at + 1] ?? 0),
  ]);
