import { MATCH_KINDS } from '@symbio/proto/document/vocabulary';
import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { TileSource } from '../../evidence/page-records.js';
import type { HitPlace } from '../../evidence/page-search-api.js';
import type { Size } from '@symbio/sheet/geometry/geometry';
import { partInView, type PartInView } from '@symbio/sheet/view/part-in-view';

/** Share of the picture; the rest is context. */
const SHARE = { width: 0.75, height: 0.4 } as const;

/** Best match with the most words; undefined if empty. */
export function bestHit(places: readonly HitPlace[]): HitPlace | undefined {
  const rank = ({ match, text }: HitPlace) => MATCH_KINDS.indexOf(match) * 1_000 - text.length;
  return places.reduce<HitPlace | undefined>(
    (best, place) => (best === undefined || rank(place) < rank(best) ? place : best),
    undefined,
  );
}

/** @param places in image pixels; visible ones are outlined */
export const hitInView = (
  tileSource: TileSource,
  place: RectangleCoordinates,
  places: readonly RectangleCoordinates[],
  view: Size,
  pixelRatio: number,
): PartInView => partInView(tileSource, place, places, view, pixelRatio, SHARE);
