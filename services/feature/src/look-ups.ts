import { allFound, named, notFound, type CallContext, type PagedList } from '@symbio/kit';
import type { MentionDeps } from './mention-deps.js';
import type { FeatureRow } from './model.js';
import { ROLE_TO } from './policy.js';
import { namedRun } from './runs.js';

/** What the look-ups ask. */
export type LookUpDeps = Pick<MentionDeps, 'access' | 'authors' | 'features'> & {
  annotations: Pick<MentionDeps['annotations'], 'getAnnotation' | 'getRun'>;
};

/** What a list may be narrowed to, by id. */
export interface Asked {
  projectId?: string | undefined;
  featureId?: string | undefined;
  sourceAnnotationId?: string | undefined;
  authorId?: string | undefined;
  runId?: string | undefined;
}

/** The feature that an input names. @throws AppError NOT_FOUND with the field when there is none the caller may see */
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
 * Whether what a list was asked by is there, for a list that came out empty: of what rows were found by, there is no need
 * to ask, and what is deleted may still have a history.
 * @throws AppError NOT_FOUND with the field of everything that is not there for the caller
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
