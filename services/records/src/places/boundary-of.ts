import type { LonLat, Part } from '@symbio/georeference/boundary';
import type { PropertyMap } from '@symbio/proto/project';

/** None without a boundary. */
export const boundaryOf = (propertyMap: Pick<PropertyMap, 'boundary'> | undefined): Part[] =>
  (propertyMap?.boundary?.parts ?? []).map(({ rings }) =>
    rings.map(({ degrees }) =>
      Array.from({ length: degrees.length / 2 }, (_, at): LonLat => [degrees[2 * at] ?? 0, degrees[2 * at + 1] ?? 0]),
    ),
  );
