import { allFound, isId, newId, notFound, personsKeyOf, refuseFields, refuseStale } from '@symbio/runtime';
import { creationHash, idTaken, type Decide } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { featureEvents } from '@symbio/proto/feature';
import type { PropertyRelation } from '@symbio/proto/feature';
import { landUseProblems, nameProblems, pointProblems, relationOf, relationProblems } from '../checks.js';
import { featureEvent } from '../events.js';
import type { FeatureDeps } from './feature-deps.js';
import { sameValues, type FeatureRecords } from './feature-records.js';
import { toGeoPoint } from '../mapping.js';
import type { FeatureRow } from '../model.js';
import type { Point } from './nearby.js';
import { ROLE_TO } from '../policy.js';
import { closedRun, requireOpen, writableRun } from '../runs/run-checks.js';

export interface NewFeature {
  id: string;
  projectId: string;
  name: string;
  landUse: string[];
  coordinate: Point | undefined;
  relation?: PropertyRelation | undefined;
  authorId: string | undefined;
  runId?: string;
}

export interface FeatureUpdate {
  id: string;
  name: string | undefined;
  /** Empty: unchanged. */
  landUse: string[];
  coordinate: Point | undefined;
  /** Undefined: unchanged. */
  relation?: PropertyRelation | undefined;
  expectedUpdatedAt: Date | undefined;
  /** Ignores `landUse`. */
  clearLandUse?: boolean;
  /** Ignores `coordinate`. */
  clearCoordinate?: boolean;
  /** Ignores `relation`. */
  clearRelation?: boolean;
}

export function createFeatureWrites(
  { features, access, authors, annotations, tombstones, self }: FeatureDeps,
  { allowed, remove }: FeatureRecords,
) {
  /** @param isRepeat whether to reject different content under the id; otherwise the caller updates the feature */
  async function createOnce(
    context: CallContext,
    input: NewFeature,
    { dryRun = false, isRepeat = true } = {},
  ): Promise<{ row: FeatureRow; isNew: boolean }> {
    const name = input.name.trim();
    refuseFields({
      ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
      ...(input.projectId ? {} : { project_id: 'project_id is required' }),
      ...nameProblems(name),
      ...landUseProblems(input.landUse),
      ...(input.coordinate ? pointProblems(input.coordinate) : {}),
      ...(input.relation ? relationProblems(input.relation) : {}),
    });
    const { projectId } = input;
    const named = {
      project: access.require(context, projectId, ROLE_TO.createFeature, 'Project', 'project_id'),
      author: authors.resolve(context, input.authorId),
      run: input.runId ? writableRun({ annotations, authors }, context, input.runId) : undefined,
    };
    await allFound(Object.values(named).filter((lookUp) => lookUp !== undefined));
    const [author, run] = [await named.author, await named.run];
    if (run) requireOpen(run, projectId);
    const id = input.id || newId();
    const content = {
      projectId,
      name,
      landUse: [...new Set(input.landUse)],
      location: input.coordinate ? toGeoPoint(input.coordinate) : null,
      ...(input.relation && { relation: relationOf(input.relation) }),
      authorId: author.id,
      ...(run && { runId: run.id }),
    };
    const hash = creationHash({ ...content, landUse: content.landUse.toSorted() });
    const viaKey = author.type === 'human' ? personsKeyOf(context.actor) : undefined;
    const values = { ...content, creationHash: hash, ...(viaKey !== undefined && { viaKey }) };
    const rows = dryRun ? features.dryRun() : features;
    const row = await rows.insert(id, values, context.actor, (fresh) => [featureEvent(featureEvents.created, fresh)]);
    if (!row) {
      const existing = await features.find(id);
      const isOurs = existing?.authorId === author.id && existing.projectId === projectId;
      if (isOurs && (!isRepeat || existing.creationHash === hash)) return { row: existing, isNew: false };
      throw idTaken('A feature');
    }
    if (dryRun) return { row, isNew: true };
    // the project may have been deleted during the write
    const isProjectGone = await tombstones.any(projectId);
    if (isProjectGone || (run && (await tombstones.any(run.id)))) {
      await remove(id, self);
      throw isProjectGone ? notFound('Project', 'project_id') : closedRun({ status: 'undone' });
    }
    return { row, isNew: true };
  }

  return {
    createOnce,

    /**
     * Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the id is taken or
     * the run is not open.
     */
    create: async (context: CallContext, input: NewFeature, options: { dryRun?: boolean } = {}): Promise<FeatureRow> =>
      (await createOnce(context, input, options)).row,

    /**
     * Unchanged values publish nothing.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED if stale.
     */
    async update(context: CallContext, input: FeatureUpdate, { dryRun = false } = {}): Promise<FeatureRow> {
      await allowed(context, input.id, 'changeFeature');
      const name = input.name?.trim();
      refuseFields({
        ...(name === undefined ? {} : nameProblems(name)),
        ...landUseProblems(input.landUse),
        ...(input.coordinate ? pointProblems(input.coordinate) : {}),
        ...(input.relation ? relationProblems(input.relation) : {}),
      });
      const viaKey = personsKeyOf(context.actor);
      const decide: Decide<FeatureRow> = (row, after) => {
        if (row.merged) throw notFound('Feature');
        const landUse = input.landUse.length > 0 ? [...new Set(input.landUse)] : row.landUse;
        const location = input.coordinate ? toGeoPoint(input.coordinate) : row.location;
        const relation = input.relation ? relationOf(input.relation) : row.relation;
        const set = {
          name: name ?? row.name,
          landUse: input.clearLandUse ? [] : landUse,
          location: input.clearCoordinate ? null : location,
          relation: input.clearRelation ? undefined : relation,
        };
        if (sameValues(set, row)) return undefined;
        refuseStale('This feature', row, input.expectedUpdatedAt);
        const changed = { ...set, viaKey };
        return { set: changed, events: [featureEvent(featureEvents.changed, after(changed))] };
      };
      const rows = dryRun ? features.dryRun() : features;
      const changed = await rows.change(input.id, context.actor, decide);
      if (!changed) throw notFound('Feature');
      return changed;
    },
  };
}
