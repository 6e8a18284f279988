import { conflict, isId, newId, notFound, refuseFields, refuseStale, type CallContext } from '@symbio/kit';
import { featureEvents } from '@symbio/proto/feature';
import { landUseProblems, nameProblems, pointProblems } from './checks.js';
import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import { sameValues, type FeatureRecords } from './feature-records.js';
import { toGeoPoint } from './mapping.js';
import type { FeatureRow } from './model.js';
import type { Point } from './nearby.js';
import { ROLE_TO } from './policy.js';

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

/** Making features, and changing what is said of them. */
export function createFeatureWrites(
  { features, access, authors, tombstones, self }: FeatureDeps,
  { allowed, remove }: FeatureRecords,
) {
  /** The feature under the id that was given, and whether this call made it. */
  async function createOnce(context: CallContext, input: NewFeature): Promise<{ row: FeatureRow; isNew: boolean }> {
    const name = input.name.trim();
    refuseFields({
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
    const row = await features.insert(id, values, context.actor, (fresh) => [
      featureEvent(featureEvents.created, fresh),
    ]);
    if (!row) {
      const existing = await features.find(id);
      if (existing && existing.authorId === author.id && existing.projectId === input.projectId)
        return { row: existing, isNew: false };
      throw conflict('id_taken', 'A feature with this id exists already.');
    }
    if (await tombstones.any(input.projectId)) {
      await remove(id, self);
      throw notFound('Project');
    }
    return { row, isNew: true };
  }

  return {
    createOnce,

    /**
     * The same id by the same author again answers the feature there is.
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the project, PERMISSION_DENIED,
     * FAILED_PRECONDITION when the id is taken.
     */
    create: async (context: CallContext, input: NewFeature): Promise<FeatureRow> =>
      (await createOnce(context, input)).row,

    /**
     * What is already so changes nothing and publishes nothing, so that a repeated call is harmless.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale.
     */
    async update(context: CallContext, input: FeatureUpdate): Promise<FeatureRow> {
      await allowed(context, input.id, 'changeFeature');
      const name = input.name?.trim();
      refuseFields({
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
        return { set, events: [featureEvent(featureEvents.changed, after(set))] };
      });
      if (!changed) throw notFound('Feature');
      return changed;
    },
  };
}
