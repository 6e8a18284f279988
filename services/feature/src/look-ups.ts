import { allFound, named, notFound } from '@symbio/runtime';
import type { CallContext, PagedList } from '@symbio/rpc';
import type { MentionDeps } from './mention-deps.js';
import type { FeatureRow } from './model.js';
import { ROLE_TO } from './policy.js';
import { namedRun } from './runs.js';

/** Dependencies of the look-ups. */
export type LookUpDeps = Pick<MentionDeps, 'access' | 'authors' | 'features'> & {
  annotations: Pick<MentionDeps['annotations'], 'getAnnotation' | 'getRun'>;
};

/** Filters of a list, by id. */
export interface Asked {
  projectId?: string | undefined;
  featureId?: string | undefined;
  sourceAnnotationId?: string | undefined;
  authorId?: string | undefined;
  runId?: string | undefined;
}

/** The feature referenced by an input. @throws AppError NOT_FOUND with the field if missing or not visible */
export async function namedFeature(
  { features, access }: Pick<LookUpDeps, 'features' | 'access'>,
  context: CallContext,
  id: string,
  field: string,
): Promise<FeatureRow> {
  const row = await features.find(id);
  if (!row) throw notFound('Feature', field);
  await access.require(context, row.projectId, ROLE_TO.viewFeatures, 'Feature', field);
  return row;
}

/**
 * Checks that a list's filters exist when the result is empty. A non-empty result proves they do, and deleted items may
 * still have a history.
 * @throws AppError NOT_FOUND with each field whose item is missing or not visible
 */
export async function unlessEmpty<T>(
  deps: LookUpDeps,
  context: CallContext,
  { projectId, featureId, sourceAnnotationId, authorId, runId }: Asked,
  list: PagedList<T>,
): Promise<PagedList<T>> {
  if (list.rows.length > 0 || list.pageInfo?.count) return list;
  const { access, annotations, authors } = deps;
  await allFound([
    ...(projectId ? [access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id')] : []),
    ...(featureId ? [namedFeature(deps, context, featureId, 'feature_id')] : []),
    ...(sourceAnnotationId
      ? [named('Annotation', 'annotation_id', annotations.getAnnotation({ id: sourceAnnotationId }, context))]
      : []),
    ...(authorId ? [authors.known(context, authorId)] : []),
    ...(runId ? [namedRun(annotations, context, runId)] : []),
  ]);
  return list;
}
