/** Places of addresses by the street lines of a project and of the installation. */
import type { LonLat } from '@symbio/georeference/boundary';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { CallContext, Client } from '@symbio/rpc';

export type StreetLines = Pick<Client<typeof DocumentServiceService>, 'findStreetPlaces'>;

/** A house number and a street. */
const ADDRESS = /^\d{1,6}(?:-\d{1,3})?[a-z]?\s+\S*[a-z]/i;

/** Without the unit, such as `Suite 4`. */
const withoutUnit = (address: string): string =>
  address.replace(/[\s,]+(?:suite|ste|unit|apt|apartment|floor|fl|room|rm|#)\s*[\w-]*$/i, '').trim();

/** None for a text that is no address. */
export async function placesOfAddress(
  projectId: string,
  address: string,
  streets: StreetLines,
  context: CallContext,
): Promise<LonLat[]> {
  const query = withoutUnit(address);
  if (!ADDRESS.test(query)) return [];
  const { places } = await streets.findStreetPlaces({ projectId, query }, context);
  return places
    .filter(({ kind }) => kind === 'address')
    .map(({ longitude, latitude }): LonLat => [longitude, latitude]);
}
