/** Rows of radius reports are placed where the street lines have their address. */
import { METRES_PER_FOOT } from '@symbio/agency-lists';
import { separationOf, type LonLat, type PreparedBoundary } from '@symbio/georeference/boundary';
import type { CallContext } from '@symbio/rpc';
import { placesOfAddress, type StreetLines } from '../places/find-address.js';
import type { StoredReportRow } from './model.js';

/** Vendors place addresses by other street lines: their distance may differ by so much. */
const TOLERANCE_M = 400;
const TOLERANCE = 0.25;
/** Of a site that the vendor could not place. */
const FARTHEST_M = 8_000;
const AT_ONCE = 8;

interface PlacingDeps {
  projectId: string;
  boundary: PreparedBoundary;
  streets: StreetLines;
}

/** Another town has a street of the same name: only a place near the distance that the report says is taken. */
function isLikely(place: LonLat, { feet }: StoredReportRow, boundary: PreparedBoundary): boolean {
  const metres = separationOf(boundary, [place]).feet * METRES_PER_FOOT;
  if (feet === undefined) return metres <= FARTHEST_M;
  const said = feet * METRES_PER_FOOT;
  return Math.abs(metres - said) <= Math.max(TOLERANCE_M, said * TOLERANCE);
}

/** Rows with a place keep it; an address that can mean several places has none. */
export async function placeRows(
  rows: readonly StoredReportRow[],
  { projectId, boundary, streets }: PlacingDeps,
  context: CallContext,
): Promise<StoredReportRow[]> {
  const addresses = [...new Set(rows.filter(({ place }) => !place).map(({ address }) => address))];
  const found = new Map<string, LonLat[]>();
  for (let at = 0; at < addresses.length; at += AT_ONCE)
    await Promise.all(
      addresses
        .slice(at, at + AT_ONCE)
        .map(async (address) => found.set(address, await placesOfAddress(projectId, address, streets, context))),
    );
  return rows.map((row) => {
    const likely = row.place ? [] : (found.get(row.address) ?? []).filter((place) => isLikely(place, row, boundary));
    const [only] = likely;
    return likely.length === 1 && only ? { ...row, place: only } : row;
  });
}
