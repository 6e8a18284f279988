import type { PropertyRelation } from '@symbio/proto/feature';

interface RelationFields {
  relation?: string | null | undefined;
  direction?: string | null | undefined;
  distance_ft?: number | null | undefined;
}

export const presentRelation = ({ relation, direction, distanceFt }: PropertyRelation) => ({
  relation,
  ...(direction === '' ? {} : { direction }),
  ...(distanceFt === undefined ? {} : { distance_ft: distanceFt }),
});

/** Undefined if nothing is stated; the service checks the values. */
export function relationOf({
  relation,
  direction,
  distance_ft: distance,
}: RelationFields): PropertyRelation | undefined {
  if (relation === undefined && !direction && (distance ?? undefined) === undefined) return undefined;
  return { relation: relation ?? '', direction: direction ?? '', distanceFt: distance ?? undefined };
}
