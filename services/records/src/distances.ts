/** Search distances of projects, and their confirmation by a person. */
import { DEFAULT_DISTANCES, DISTANCES_SOURCE, metresSearched, type SearchKind } from '@symbio/agency-lists';
import { creationHash } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { MAX_SEARCH_MILES } from '@symbio/proto/limits';
import type { GetSearchDistancesResponse, SearchDistance } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import { agentsPropose, doerOf, isAgent, refuseFields, stale, type Clock } from '@symbio/runtime';
import { toDistances } from './mapping.js';
import type { SearchDistancesRow, StoredDistance } from './model.js';
import { ROLE_TO } from './policy.js';
import type { RecordsRepository } from './repository.js';
import type { RerunRepository } from './reruns/repository.js';

const KINDS: readonly string[] = ['miles', 'property', 'adjoining', 'none'];

/** @throws AppError INVALID_ARGUMENT naming `distances` */
function checkedDistances(given: readonly SearchDistance[]): StoredDistance[] {
  const problemOf = ({ list, kind, miles, reason }: SearchDistance): string | undefined => {
    const usual = DEFAULT_DISTANCES.find((each) => each.list === list);
    if (!usual) return `${list} is no known list.`;
    if (!KINDS.includes(kind)) return `The kind of ${list} must be one of ${KINDS.join(', ')}.`;
    if (kind === 'miles' && !(miles > 0 && miles <= MAX_SEARCH_MILES))
      return `The distance of ${list} must be more than 0 and at most ${MAX_SEARCH_MILES} miles.`;
    const [own, least] = [{ kind: kind as SearchKind, miles }, usual].map((each) => metresSearched(each) ?? -1);
    return (own ?? 0) < (least ?? 0) && reason.trim() === ''
      ? `A distance of ${list} shorter than the default needs a reason.`
      : undefined;
  };
  const problem = given.map(problemOf).find((sentence) => sentence !== undefined);
  const isRepeated = new Set(given.map(({ list }) => list)).size < given.length;
  refuseFields({
    ...(isRepeated && { distances: 'A list is given twice.' }),
    ...(problem !== undefined && { distances: problem }),
  });
  return given.map(({ list, kind, miles, reason }) => ({
    ...{ list, kind, miles: kind === 'miles' ? miles : 0, reason: reason.trim().slice(0, 500) },
  }));
}

/** Of what a person compares with the standard. */
const hashOf = (distances: readonly SearchDistance[]): string =>
  creationHash({
    source: DISTANCES_SOURCE,
    table: distances.map(({ list, kind, miles, defaultKind, defaultMiles }) => [
      ...[list, kind, miles, defaultKind, defaultMiles],
    ]),
  });

export function shownDistances(row: SearchDistancesRow | undefined): GetSearchDistancesResponse {
  const distances = toDistances(row?.distances ?? []);
  const tableHash = hashOf(distances);
  const { confirmed } = row ?? {};
  return {
    ...{ distances, source: DISTANCES_SOURCE, tableHash },
    confirmation: confirmed && {
      ...{ byId: confirmed.byId, byName: confirmed.byName, at: confirmed.at },
      isOutdated: confirmed.tableHash !== tableHash,
    },
  };
}

export interface DistancesDeps {
  repository: Pick<RecordsRepository, 'distances' | 'saveDistances'>;
  access: Pick<ProjectAccess, 'require'>;
  reruns: Pick<RerunRepository, 'ask'>;
  clock: Clock;
}

export function createDistances({ repository, access, reruns, clock }: DistancesDeps) {
  const stamp = ({ actor }: CallContext) => ({ byId: doerOf(actor), byName: actor.name, at: clock.now() });

  return {
    /** @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<GetSearchDistancesResponse> {
      await access.require(context, projectId, ROLE_TO.read, 'Project');
      return shownDistances(await repository.distances(projectId));
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async save(
      projectId: string,
      given: readonly SearchDistance[],
      context: CallContext,
    ): Promise<GetSearchDistancesResponse> {
      await access.require(context, projectId, ROLE_TO.search, 'Project');
      const distances = checkedDistances(given);
      const confirmed = (await repository.distances(projectId))?.confirmed;
      const row = { _id: projectId, distances, ...(confirmed && { confirmed }), ...stamp(context) };
      await repository.saveDistances(row);
      await reruns.ask(projectId);
      return shownDistances(row);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, ABORTED */
    async confirm(projectId: string, tableHash: string, context: CallContext): Promise<GetSearchDistancesResponse> {
      await access.require(context, projectId, ROLE_TO.search, 'Project');
      if (isAgent(context.actor))
        throw agentsPropose('People confirm search distances.', 'Ask a person to confirm them.');
      const known = await repository.distances(projectId);
      const now = shownDistances(known);
      if (now.tableHash !== tableHash) throw stale('The table of distances');
      if (now.confirmation && !now.confirmation.isOutdated) return now;
      const by = stamp(context);
      const row = { ...(known ?? { _id: projectId, distances: [], ...by }), confirmed: { ...by, tableHash } };
      await repository.saveDistances(row);
      return shownDistances(row);
    },
  };
}

export type Distances = ReturnType<typeof createDistances>;
