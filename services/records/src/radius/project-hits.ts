/** Records of a project: those of a search, and those of confirmed radius reports. */
import type { SearchKind } from '@symbio/agency-lists';
import type { StoredHit } from '../hits.js';
import { toDistances } from '../mapping.js';
import type { RecordsRepository } from '../repository.js';
import type { RadiusRepository } from './repository.js';
import { vendorHits, withVendorHits } from './vendor-hits.js';

export interface ProjectHitsDeps {
  repository: Pick<RecordsRepository, 'hitsOf' | 'projectOfHit' | 'distances'>;
  reports: Pick<RadiusRepository, 'confirmedOf' | 'projectOfHit'>;
}

export function createProjectHits({ repository, reports }: ProjectHitsDeps) {
  return {
    /** @param searchId of the newest search; undefined: none was made */
    async of(projectId: string, searchId: string | undefined): Promise<StoredHit[]> {
      const [own, confirmed] = await Promise.all([
        searchId === undefined ? [] : repository.hitsOf(searchId),
        reports.confirmedOf(projectId),
      ]);
      if (confirmed.length === 0) return own;
      const stored = await repository.distances(projectId);
      const distances = new Map(
        toDistances(stored?.distances ?? []).map(({ list, kind, miles }) => [
          list,
          { list, kind: kind as SearchKind, miles },
        ]),
      );
      return withVendorHits(
        own,
        confirmed.flatMap((report) => vendorHits(report, distances)),
      );
    },

    projectOf: async (hitId: string): Promise<string | undefined> =>
      (await repository.projectOfHit(hitId)) ?? (await reports.projectOfHit(hitId)),
  };
}

export type ProjectHits = ReturnType<typeof createProjectHits>;
