/** People place hits whose place in the data is wrong or missing. */
import { prepareBoundary, separationOf, type LonLat } from '@symbio/georeference/boundary';
import type { ProjectAccess } from '@symbio/project-access';
import type { DecidePlaceRequest } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import { cleanLine, conflict, refuseFields } from '@symbio/runtime';
import { placesOfAddress, type StreetLines } from '../places/find-address.js';
import type { RecordsRepository } from '../repository.js';
import { createHitAccess } from './hit-access.js';
import { textProblem } from './judging.js';
import type { KnownHit, KnownHits } from './known-hits.js';
import type { HitWriter } from './write-hit.js';

const MAX_ADDRESS = 300;
/** Distances are measured in a plane. */
const FARTHEST_FEET = 100 * 5_280;

export interface PlacesDeps {
  knownHits: KnownHits;
  repository: Pick<RecordsRepository, 'newestSearch'>;
  access: Pick<ProjectAccess, 'require'>;
  writer: HitWriter;
  streets: StreetLines;
}

type Given = Pick<DecidePlaceRequest, 'longitude' | 'latitude' | 'address'>;

/** @throws AppError INVALID_ARGUMENT */
function coordinateOf({ longitude, latitude }: Given): LonLat | undefined {
  if (longitude === undefined && latitude === undefined) return undefined;
  const [east, north] = [longitude ?? NaN, latitude ?? NaN];
  refuseFields({
    ...(Math.abs(east) <= 180 ? {} : { longitude: 'Give a longitude between -180 and 180.' }),
    ...(Math.abs(north) <= 90 ? {} : { latitude: 'Give a latitude between -90 and 90.' }),
  });
  return [east, north];
}

export function createPlaces({ knownHits, repository, access, writer, streets }: PlacesDeps) {
  const { readable, decidable } = createHitAccess({ knownHits, access });

  /** @throws AppError INVALID_ARGUMENT naming `address` */
  async function placeOf(projectId: string, given: Given, context: CallContext): Promise<LonLat | undefined> {
    const coordinate = coordinateOf(given);
    if (coordinate || given.address === '') return coordinate;
    const places = await placesOfAddress(projectId, given.address, streets, context);
    refuseFields({
      ...(places.length === 0 && { address: 'The street lines of this project have no such address.' }),
      ...(places.length > 1 && {
        address: `The street lines have ${places.length} such addresses. Give the coordinates.`,
      }),
    });
    return places[0];
  }

  return {
    /**
     * Distance and direction follow, also after later searches.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED, FAILED_PRECONDITION no_search
     */
    async decide(
      { id, text, expectedRevision, ...given }: DecidePlaceRequest,
      context: CallContext,
    ): Promise<KnownHit> {
      const { projectId, hit } = await decidable(id, context);
      const address = cleanLine(given.address).slice(0, MAX_ADDRESS);
      refuseFields({
        ...textProblem(text),
        ...(text.trim() === '' && { reason: 'Write how you know the place.' }),
      });
      const search = await repository.newestSearch(projectId);
      if (!search?.boundary)
        throw conflict('no_search', 'Search the records first: the place is measured from its boundary.');
      const place = await placeOf(projectId, { ...given, address }, context);
      if (place && separationOf(prepareBoundary(search.boundary), [place]).feet > FARTHEST_FEET)
        refuseFields({ longitude: 'This place is more than 100 miles away from the property.' });
      const change = { what: 'place' as const, text: text.trim(), ...(place && { place, address }) };
      await writer.write(projectId, hit, change, context, expectedRevision);
      return (await readable(id, context)).hit;
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
