/** Records of a project: those of a search, and those of confirmed radius reports, where people placed them. */
import type { SearchKind } from '@symbio/agency-lists';
import { prepareBoundary } from '@symbio/georeference/boundary';
import { currentPlace } from '../decisions/current.js';
import type { DecidedHitRow } from '../decisions/model.js';
import type { StoredHit } from '../hits.js';
import { toDistances } from '../mapping.js';
import type { SearchRow } from '../model.js';
import { hitAt, type Measuring } from '../places/measure-hit.js';
import type { RecordsRepository } from '../repository.js';
import type { RadiusRepository } from './repository.js';
import { vendorHits, withVendorHits } from './vendor-hits.js';

export interface ProjectHitsDeps {
  repository: Pick<RecordsRepository, 'hitsOf' | 'projectOfHit' | 'distances'>;
  reports: Pick<RadiusRepository, 'confirmedOf' | 'projectOfHit'>;
}

export interface HitsOfProject {
  /** Of the search alone. */
  found: StoredHit[];
  /** Nearest first, then unplaced ones. */
  hits: StoredHit[];
  /** Lists that confirmed radius reports cover. */
  reported: ReadonlySet<string>;
}

const rankOf = ({ certainty }: StoredHit): number => (certainty === 'orphan' ? 1 : 0);

const nearestFirst = (hits: readonly StoredHit[]): StoredHit[] =>
  hits.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || one.metres - other.metres || (one.id < other.id ? -1 : 1),
  );

export function createProjectHits({ repository, reports }: ProjectHitsDeps) {
  const distancesOf = async (projectId: string): Promise<Measuring['distances']> =>
    new Map(
      toDistances((await repository.distances(projectId))?.distances ?? []).map(({ list, kind, miles }) => [
        list,
        { list, kind: kind as SearchKind, miles },
      ]),
    );

  return {
    /**
     * @param search newest one; undefined: none was made
     * @param decided hits with decisions
     */
    async of(
      projectId: string,
      search: SearchRow | undefined,
      decided: readonly DecidedHitRow[],
    ): Promise<HitsOfProject> {
      const [found, confirmed] = await Promise.all([
        search ? repository.hitsOf(search._id) : [],
        reports.confirmedOf(projectId),
      ]);
      const places = new Map(decided.map((row) => [row._id, currentPlace(row.history)]));
      const isPlaced = [...places.values()].some((place) => place !== undefined);
      if (confirmed.length === 0 && !isPlaced) return { found, hits: found, reported: new Set() };
      const distances = await distancesOf(projectId);
      const measuring = search?.boundary && { boundary: prepareBoundary(search.boundary), distances };
      const hits = withVendorHits(
        found,
        confirmed.flatMap((report) => vendorHits(report, distances, measuring)),
      ).map((hit) => {
        const place = places.get(hit.id);
        return place && measuring ? hitAt(hit, place, 0, measuring) : hit;
      });
      const lists = confirmed.flatMap((report) => report.lists.map(({ standardList }) => standardList));
      return { found, hits: nearestFirst(hits), reported: new Set(lists) };
    },

    projectOf: async (hitId: string): Promise<string | undefined> =>
      (await repository.projectOfHit(hitId)) ?? (await reports.projectOfHit(hitId)),
  };
}

export type ProjectHits = ReturnType<typeof createProjectHits>;
