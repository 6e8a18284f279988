import {
  conflict,
  event,
  isId,
  newId,
  notFound,
  pageInfo,
  pageSpec,
  refuseStale,
  type Actor,
  type CallContext,
  type Gone,
} from '@symbio/kit';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import { forAll } from './batches.js';
import {
  landUseProblems,
  nameIlikeProblems,
  nameProblems,
  pointProblems,
  radiusProblems,
  throwIfAny,
} from './checks.js';
import { featureChanged, featureCreated, featureDeleted } from './events.js';
import { fromGeoPoint, toFeature, toGeoPoint } from './mapping.js';
import type { FeatureRow } from './model.js';
import { NEARBY_M, distanceM, isWithin, type Point } from './nearby.js';
import { ROLE_TO } from './policy.js';
import type { FeatureFilter, FeatureRepository } from './repository.js';

/** Features merged into another in one call, at most: a person picks them one by one. */
export const MAX_MERGED = 20;

/** What the rules work with. */
export interface FeatureDeps {
  features: FeatureRepository;
  access: ProjectAccess;
  authors: Authorship;
  gone: Gone;
  /** Whose doing the reactions to other services' events are. */
  self: Actor;
  /** Takes a deleted feature's mentions off it. */
  detachMentions: (featureId: string) => Promise<void>;
  /** Takes a feature's mentions over to another one. */
  moveMentions: (fromFeatureId: string, toFeatureId: string, actor: Actor) => Promise<void>;
}

export interface FeatureQuery {
  /** Undefined: all projects the caller may see. */
  projectId: string | undefined;
  filter: FeatureFilter;
  near: Point | undefined;
  /** Metres; 0 means the 50 of CONST-16. */
  radiusM: number;
  paging: { page: number; perPage: number } | undefined;
}

export interface NewFeature {
  id: string;
  projectId: string;
  name: string;
  landUse: string[];
  coordinate: Point | undefined;
  authorId: string | undefined;
}

export interface FeatureUpdate {
  id: string;
  name: string | undefined;
  /** Empty: not changed. */
  landUse: string[];
  coordinate: Point | undefined;
  expectedUpdatedAt: Date | undefined;
}

/** A feature and, in answers to a nearby question, how far off it is in metres. */
export interface FoundFeature {
  row: FeatureRow;
  distanceM?: number;
}

export interface FeatureList {
  found: FoundFeature[];
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

export type Features = ReturnType<typeof createFeatures>;

/** The rules of features of interest. */
export function createFeatures({ features, access, authors, gone, self, detachMentions, moveMentions }: FeatureDeps) {
  const told = (type: typeof featureCreated, row: FeatureRow) => [
    event(type, row.projectId, { feature: toFeature(row) }),
  ];

  /** The feature, if the caller's role in its project is strong enough. */
  async function allowed(context: CallContext, id: string, action: keyof typeof ROLE_TO): Promise<FeatureRow> {
    const row = await features.find(id);
    if (!row) throw notFound('Feature');
    await access.require(context, row.projectId, ROLE_TO[action], 'Feature');
    return row;
  }

  async function remove(id: string, actor: Actor): Promise<void> {
    await features.change(id, actor, (_, after) => ({ remove: true, events: told(featureDeleted, after({})) }));
  }

  /** Nearest first, each with its exact distance. */
  async function nearby(
    projectIds: string[],
    filter: FeatureFilter,
    near: Point,
    radiusM: number,
  ): Promise<FoundFeature[]> {
    const candidates = await features.around(projectIds, filter, near, radiusM);
    return candidates
      .flatMap((row) => (row.location ? [{ row, distanceM: distanceM(near, fromGeoPoint(row.location)) }] : []))
      .filter((found) => isWithin(found.distanceM, radiusM))
      .sort((a, b) => a.distanceM - b.distanceM || a.row._id.localeCompare(b.row._id));
  }

  return {
    /**
     * Oldest first; nearest first when a point is given.
     * @throws AppError NOT_FOUND for a project the caller may not see, INVALID_ARGUMENT.
     */
    async list(context: CallContext, query: FeatureQuery): Promise<FeatureList> {
      const { projectId, filter, near, paging } = query;
      const radiusM = query.radiusM || NEARBY_M;
      throwIfAny({
        ...nameIlikeProblems(filter.nameIlike ?? ''),
        ...landUseProblems(filter.landUse, 'land_use_overlaps'),
        ...(near ? { ...pointProblems(near), ...radiusProblems(radiusM) } : {}),
      });
      if (projectId) await access.require(context, projectId, ROLE_TO.viewFeatures);
      const projectIds = projectId
        ? [projectId]
        : [...(await access.visible(context, await features.projectsOf(filter.authorId)))];
      const slice = paging && pageSpec(paging);
      if (near) {
        const all = await nearby(projectIds, filter, near, radiusM);
        if (!slice) return { found: all, pageInfo: undefined };
        return { found: all.slice(slice.skip, slice.skip + slice.perPage), pageInfo: pageInfo(slice, all.length) };
      }
      const [rows, count] = await Promise.all([
        features.list(projectIds, filter, slice),
        slice ? features.count(projectIds, filter) : 0,
      ]);
      return { found: rows.map((row) => ({ row })), pageInfo: slice && pageInfo(slice, count) };
    },

    /** @throws AppError NOT_FOUND when there is none the caller may see. */
    get: (context: CallContext, id: string): Promise<FeatureRow> => allowed(context, id, 'viewFeatures'),

    /**
     * The same id by the same author again answers the feature there is.
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the project, PERMISSION_DENIED,
     * FAILED_PRECONDITION when the id is taken.
     */
    async create(context: CallContext, input: NewFeature): Promise<FeatureRow> {
      const name = input.name.trim();
      throwIfAny({
        ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
        ...(input.projectId ? {} : { project_id: 'project_id is required' }),
        ...nameProblems(name),
        ...landUseProblems(input.landUse),
        ...(input.coordinate ? pointProblems(input.coordinate) : {}),
      });
      await access.require(context, input.projectId, ROLE_TO.createFeature);
      const author = await authors.resolve(context, input.authorId);
      const id = input.id || newId();
      const values = {
        projectId: input.projectId,
        name,
        landUse: [...new Set(input.landUse)],
        location: input.coordinate ? toGeoPoint(input.coordinate) : null,
        authorId: author.id,
      };
      const row = await features.insert(id, values, context.actor, (fresh) => told(featureCreated, fresh));
      if (!row) {
        const existing = await features.find(id);
        if (existing && existing.authorId === author.id && existing.projectId === input.projectId) return existing;
        throw conflict('id_taken', 'A feature with this id exists already.');
      }
      if (await gone.any(input.projectId)) {
        await remove(id, self);
        throw notFound('Project');
      }
      return row;
    },

    /**
     * What is already so changes nothing and is told to nobody, so that a repeated call is harmless.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale.
     */
    async update(context: CallContext, input: FeatureUpdate): Promise<FeatureRow> {
      await allowed(context, input.id, 'changeFeature');
      const name = input.name?.trim();
      throwIfAny({
        ...(name === undefined ? {} : nameProblems(name)),
        ...landUseProblems(input.landUse),
        ...(input.coordinate ? pointProblems(input.coordinate) : {}),
      });
      const changed = await features.change(input.id, context.actor, (row, after) => {
        const set = {
          name: name ?? row.name,
          landUse: input.landUse.length > 0 ? [...new Set(input.landUse)] : row.landUse,
          location: input.coordinate ? toGeoPoint(input.coordinate) : row.location,
        };
        if (sameValues(set, row)) return undefined;
        refuseStale('This feature', row, input.expectedUpdatedAt);
        return { set, events: told(featureChanged, after(set)) };
      });
      if (!changed) throw notFound('Feature');
      return changed;
    },

    /** Its mentions become unassociated (OP-47). @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string): Promise<void> {
      await allowed(context, id, 'deleteFeature');
      await remove(id, context.actor);
      await detachMentions(id);
    },

    /**
     * Makes one of features that turned out to be the same site: the kept one takes over their land uses, the first
     * place when it has none, and their mentions; the others go. Each step may be repeated, so that a call that was
     * cut off is finished by the next.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for none, too many, itself, or another project's.
     */
    async merge(context: CallContext, keptId: string, mergedIds: readonly string[]): Promise<FeatureRow> {
      const others = [...new Set(mergedIds)];
      throwIfAny({
        ...(others.length === 0 || others.length > MAX_MERGED
          ? { merged_ids: `Give 1 to ${MAX_MERGED} features to merge` }
          : {}),
        ...(others.includes(keptId) ? { merged_ids: 'A feature cannot be merged into itself' } : {}),
      });
      const kept = await allowed(context, keptId, 'deleteFeature');
      const merged = await Promise.all(others.map((id) => allowed(context, id, 'deleteFeature')));
      if (merged.some((row) => row.projectId !== kept.projectId))
        throwIfAny({ merged_ids: 'Only features of one project can be merged' });
      await features.change(keptId, context.actor, (row, after) => {
        const set = {
          name: row.name,
          landUse: [...new Set([row, ...merged].flatMap(({ landUse }) => landUse))],
          location: row.location ?? merged.find(({ location }) => location)?.location ?? null,
        };
        return sameValues(set, row) ? undefined : { set, events: told(featureChanged, after(set)) };
      });
      for (const { _id } of merged) {
        await moveMentions(_id, keptId, context.actor);
        await remove(_id, context.actor);
        // what was written for it while its mentions moved
        await moveMentions(_id, keptId, context.actor);
      }
      return allowed(context, keptId, 'viewFeatures');
    },

    /** Removes the features of a project that is gone. */
    async removeAllOf(projectId: string): Promise<void> {
      await gone.mark(projectId);
      await forAll(
        (limit) => features.idsOf(projectId, limit),
        (id) => remove(id, self),
      );
    },
  };
}

type Values = Pick<FeatureRow, 'name' | 'landUse' | 'location'>;

function sameValues(a: Values, b: Values): boolean {
  const place = ({ location }: Values): string => location?.coordinates.join() ?? '';
  return a.name === b.name && a.landUse.join() === b.landUse.join() && place(a) === place(b);
}
