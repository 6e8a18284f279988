import { addressIn, addressKey } from './addresses.js';
import type { Annotation } from './annotation-records.js';
import { outlineOf } from './outlines.js';

interface Placed {
  annotation: Annotation;
  narrative: string | null;
}

/** Proposals about one place. */
export interface PlaceGroup<P extends Placed> {
  /** "at 111 Market St", "in this building" */
  place: string;
  proposals: readonly P[];
}

/** Share of the joint bounds above which two outlines mark one building. */
const SAME_BUILDING = 0.5;

/** Decisions of one group at a time: each is listed before. */
export const MAX_GROUP = 50;

type Bounds = ReturnType<typeof outlineOf>['bounds'];

function overlap(a: Bounds, b: Bounds): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return 0;
  const common = across * down;
  return common / (a.width * a.height + b.width * b.height - common);
}

/** Groups of two and more, by the id of each member: of one address, or with nearly the same outline on a sheet. */
export function groupsOf<P extends Placed>(proposals: readonly P[]): ReadonlyMap<string, PlaceGroup<P>> {
  const places = new Map<string, { place: string; proposals: P[] }>();
  const buildings = new Map<string, { bounds: Bounds; key: string }[]>();
  for (const proposal of proposals) {
    const { content, coordinates, document_page_id: pageId, id } = proposal.annotation;
    const address = addressIn(proposal.narrative, content);
    const { bounds } = outlineOf(coordinates);
    const onPage = buildings.get(pageId) ?? [];
    const key =
      address === null
        ? (onPage.find((each) => overlap(each.bounds, bounds) >= SAME_BUILDING)?.key ?? id)
        : addressKey(address);
    if (address === null && key === id) buildings.set(pageId, [...onPage, { bounds, key }]);
    const group = places.get(key) ?? { place: address === null ? 'in this building' : `at ${address}`, proposals: [] };
    group.proposals.push(proposal);
    places.set(key, group);
  }
  return new Map(
    [...places.values()]
      .filter((group) => group.proposals.length > 1)
      .flatMap((group) => group.proposals.map(({ annotation }) => [annotation.id, group] as const)),
  );
}

/** Members of a group follow its first one. */
export function placesTogether<P extends Placed>(ordered: readonly P[]): P[] {
  const groups = groupsOf(ordered);
  const seen = new Set<PlaceGroup<P>>();
  return ordered.flatMap((proposal) => {
    const group = groups.get(proposal.annotation.id);
    if (!group) return [proposal];
    if (seen.has(group)) return [];
    seen.add(group);
    return group.proposals;
  });
}
