import { allFound, named, notFound } from '@symbio/runtime';
import type { CallContext, PagedList } from '@symbio/rpc';
import type { MentionDeps } from './mentions/mention-deps.js';
import type { FeatureRow } from './model.js';
import { ROLE_TO } from './policy.js';
import { referencedRun } from './runs/run-checks.js';

export type LookUpDeps = Pick<MentionDeps, 'access' | 'authors' | 'features'> & {
  annotations: Pick<MentionDeps['annotations'], 'getAnnotation' | 'getRun'>;
};

export interface ListFilter {
  projectId?: string | undefined;
  featureId?: string | undefined;
  sourceAnnotationId?: string | undefined;
  authorId?: string | undefined;
  runId?: string | undefined;
}

/** @throws AppError NOT_FOUND with the field if missing or not visible */
export async function referencedFeature(
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

/** Checks a list's filters if the result is empty: otherwise they exist, and deleted items may still have a history. */
export async function checkFiltersIfEmpty<T>(
  deps: LookUpDeps,
  context: CallContext,
  { projectId, featureId, sourceAnnotationId, authorId, runId }: ListFilter,
  list: PagedList<T>,
): Promise<PagedList<T>> {
  if (list.rows.length > 0 || list.pageInfo?.count) return list;
  const { access, annotations, authors } = deps;
  await allFound([
    ...(projectId ? [access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id')] : []),
    ...(featureId ? [referencedFeature(deps, context, featureId, 'feature_id')] : []),
    ...(sourceAnnotationId
      ? [named('Annotation', 'annotation_id', annotations.getAnnotation({ id: sourceAnnotationId }, context))]
      : []),
    ...(authorId ? [authors.known(context, authorId)] : []),
    ...(runId ? [referencedRun(annotations, context, runId)] : []),
  ]);
  return list;
}
