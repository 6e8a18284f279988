import { AppError } from '@symbio/runtime';
import { toRefusal, type Handlers } from '@symbio/rpc';
import type {
  AnnotationServiceService,
  CreateAnnotationRequest,
  CreateAnnotationsResponse,
} from '@symbio/proto/annotation';
import type { Annotations } from './annotations.js';
import type { NewAnnotation } from './create-annotations.js';
import { fromShapeMessage, toAnnotation } from './mapping.js';
import type { AnnotationRow } from './model.js';
import type { Reviews } from './reviews.js';
import { createRunHandlers } from './run-handlers.js';
import type { Runs } from './runs.js';
import type { RunActions } from './undo-and-review-runs.js';

export interface Rules {
  annotations: Annotations;
  /** The same rules as a dry run: no writes. */
  tried: Annotations;
  reviews: Reviews;
  runs: Runs;
  runActions: RunActions;
}

const fromCreation = (request: CreateAnnotationRequest): NewAnnotation => {
  const { id, documentId, documentPageId, shape, content, authorId, runId } = request;
  return { id, documentId, documentPageId, shape: fromShapeMessage(shape), content, authorId, runId };
};

const toResult = (outcome: AnnotationRow | AppError): CreateAnnotationsResponse['results'][number] => ({
  outcome:
    outcome instanceof AppError
      ? { $case: 'refusal', value: toRefusal(outcome) }
      : { $case: 'annotation', value: toAnnotation(outcome) },
});

export const createHandlers = ({
  annotations,
  tried,
  reviews,
  runs,
  runActions,
}: Rules): Handlers<typeof AnnotationServiceService> => ({
  async listAnnotations({ documentPageId, documentId, authorId, projectId, runId, paging, updatedAfter }, context) {
    const filter = {
      ...(documentPageId && { documentPageId }),
      ...(documentId && { documentId }),
      ...(authorId && { authorId }),
      ...(projectId && { projectId }),
      ...(runId && { runId }),
    };
    const { rows, pageInfo } = await annotations.list(context, filter, paging, updatedAfter);
    return { annotations: rows.map(toAnnotation), pageInfo };
  },

  async listLabels({ projectId }, context) {
    return { labels: await annotations.labels(context, projectId) };
  },

  async getAnnotation({ id }, context) {
    return { annotation: toAnnotation(await annotations.get(context, id)) };
  },

  async createAnnotation(request, context) {
    const rules = request.dryRun ? tried : annotations;
    return { annotation: toAnnotation(await rules.create(context, fromCreation(request))) };
  },

  async createAnnotations({ items, allOrNothing, dryRun }, context) {
    const rules = dryRun ? tried : annotations;
    const outcomes = await rules.createMany(context, items.map(fromCreation), allOrNothing);
    return { results: outcomes.map(toResult) };
  },

  async updateAnnotation({ id, shape, content, expectedUpdatedAt, dryRun }, context) {
    const input = { id, shape: fromShapeMessage(shape), content, expectedUpdatedAt };
    const rules = dryRun ? tried : annotations;
    return { annotation: toAnnotation(await rules.update(context, input)) };
  },

  async reviewAnnotation({ id, action, reason, copyId, shape, content }, context) {
    const input = { id, action, reason, copyId, shape: fromShapeMessage(shape), content };
    const { row, copy } = await reviews.review(context, input);
    return { annotation: toAnnotation(row), copy: copy && toAnnotation(copy) };
  },

  async deleteAnnotation({ id, dryRun }, context) {
    await (dryRun ? tried : annotations).delete(context, id);
    return {};
  },

  async restoreAnnotation({ id }, context) {
    return { annotation: toAnnotation(await annotations.restore(context, id)) };
  },

  ...createRunHandlers(runs, runActions),
});
