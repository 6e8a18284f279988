/** Areas of a file, as they are: unchecked corners. */
export interface FoundAreas {
  type: 'MultiPolygon';
  coordinates: unknown[];
}

/** A file that cannot be read, with the sentence for the person who sent it. */
export class UnreadableFile extends Error {}

export const NO_AREA = 'The file has no area. Draw the boundary as a polygon, not as a line or points.';

/** @throws UnreadableFile without any */
export function foundAreas(polygons: unknown[]): FoundAreas {
  if (polygons.length === 0) throw new UnreadableFile(NO_AREA);
  return { type: 'MultiPolygon', coordinates: polygons };
}
