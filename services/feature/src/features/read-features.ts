import { pagedList, pageInfo, pageSpec, type CallContext, type Paging, type Position } from '@symbio/rpc';
import { refuseFields } from '@symbio/runtime';
import type { VisibleProjects } from '@symbio/project-access';
import { landUseProblems, nameIlikeProblems, nameWordsProblems, pointProblems, radiusProblems } from '../checks.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRecords } from './feature-records.js';
import { checkFiltersIfEmpty } from '../look-ups.js';
import { fromGeoPoint } from '../mapping.js';
import type { FeatureRow } from '../model.js';
import { distanceM, isWithin, NEARBY_M, type Point } from './nearby.js';
import { ROLE_TO } from '../policy.js';
import type { FeatureFilter } from '../repository.js';

export interface FeatureQuery {
  /** Undefined: all visible projects. */
  projectId: string | undefined;
  filter: FeatureFilter;
  near: Point | undefined;
  /** Metres; default 50 (CONST-16). */
  radiusM: number | undefined;
  paging: Paging;
}

/** With its distance in metres, for nearby queries. */
export interface FoundFeature {
  row: FeatureRow;
  distanceM?: number;
}

export interface FeatureList {
  found: FoundFeature[];
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

const positionOf = ({ createdAt, _id }: FeatureRow): Position => ({ at: createdAt, id: _id });

export function createFeatureReads(deps: FeatureDeps, { allowed }: FeatureRecords) {
  const { features, access } = deps;
  /** Nearest first. */
  async function nearby(
    projects: VisibleProjects,
    filter: FeatureFilter,
    near: Point,
    radiusM: number,
  ): Promise<FoundFeature[]> {
    const candidates = await features.around(projects, filter, near, radiusM);
    return candidates
      .flatMap((row) => (row.location ? [{ row, distanceM: distanceM(near, fromGeoPoint(row.location)) }] : []))
      .filter((found) => isWithin(found.distanceM, radiusM))
      .sort((a, b) => a.distanceM - b.distanceM || a.row._id.localeCompare(b.row._id));
  }

  return {
    /**
     * Oldest first; nearest first if a point is given.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT.
     */
    async list(context: CallContext, query: FeatureQuery): Promise<FeatureList> {
      const { projectId, filter, near, paging } = query;
      const radiusM = query.radiusM ?? NEARBY_M;
      refuseFields({
        ...nameIlikeProblems(filter.nameIlike ?? ''),
        ...nameWordsProblems(filter.nameWords ?? []),
        ...landUseProblems(filter.landUse, 'land_use_overlaps'),
        ...(near ? { ...pointProblems(near), ...radiusProblems(radiusM) } : {}),
        ...(near && paging?.cursor ? { cursor: 'A list by distance is read by page' } : {}),
      });
      if (projectId) await access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id');
      const projects = projectId ? [projectId] : await access.visible(context);
      if (near) {
        const all = await nearby(projects, filter, near, radiusM);
        const slice = paging && pageSpec(paging);
        const rows = slice ? all.slice(slice.skip, slice.skip + slice.perPage) : all;
        const list = { rows, pageInfo: slice && pageInfo(slice, all.length) };
        await checkFiltersIfEmpty(deps, context, filter, list);
        return { found: rows, pageInfo: list.pageInfo };
      }
      const list = await pagedList(
        paging,
        (slice) => features.list(projects, filter, slice),
        () => features.count(projects, filter),
        positionOf,
      );
      const { rows, pageInfo: info } = await checkFiltersIfEmpty(deps, context, filter, list);
      return { found: rows.map((row) => ({ row })), pageInfo: info };
    },

    /** @throws AppError NOT_FOUND if missing or not visible. */
    get: (context: CallContext, id: string): Promise<FeatureRow> => allowed(context, id, 'viewFeatures'),
  };
}
