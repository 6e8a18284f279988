import { AppError } from '@symbio/runtime';
import { toRefusal, type Handlers } from '@symbio/rpc';
import type {
  AnnotationServiceService,
  CreateAnnotationRequest,
  CreateAnnotationsResponse,
} from '@symbio/proto/annotation';
import { createBlindHandlers } from './blind/blind-handlers.js';
import type { BlindSamples } from './blind/blind-samples.js';
import type { BlindSheets } from './blind/blind-sheets.js';
import type { Annotations } from './annotations/annotations.js';
import type { NewAnnotation } from './annotations/create-annotations.js';
import { fromShapeMessage, toAnnotation } from './mapping.js';
import type { AnnotationRow } from './model.js';
import type { Reviews } from './reviews/reviews.js';
import { createReviewRuleHandlers } from './review-rules/review-rule-handlers.js';
import type { ReviewRules } from './review-rules/review-rules.js';
import { createRunHandlers } from './runs/run-handlers.js';
import type { Runs } from './runs/runs.js';
import type { RunActions } from './runs/run-actions.js';
import type { Scorecards } from './scorecards/scorecards.js';

export interface Rules {
  annotations: Annotations;
  reviews: Reviews;
  runs: Runs;
  runActions: RunActions;
  scorecards: Scorecards;
  reviewRules: ReviewRules;
  blindSheets: BlindSheets;
  blindSamples: BlindSamples;
}

const fromCreation = (request: CreateAnnotationRequest): NewAnnotation => {
  const { id, documentId, documentPageId, shape, drawnOn, content, authorId, runId } = request;
  return { id, documentId, documentPageId, shape: fromShapeMessage(shape), drawnOn, content, authorId, runId };
};

const toResult = (outcome: AnnotationRow | AppError): CreateAnnotationsResponse['results'][number] => ({
  outcome:
    outcome instanceof AppError
      ? { $case: 'refusal', value: toRefusal(outcome) }
      : { $case: 'annotation', value: toAnnotation(outcome) },
});

export const createHandlers = ({
  annotations,
  reviews,
  runs,
  runActions,
  scorecards,
  reviewRules,
  blindSheets,
  blindSamples,
}: Rules): Handlers<typeof AnnotationServiceService> => ({
  async listAnnotations(
    { documentPageId, documentId, authorId, projectId, runId, paging, updatedAfter, ids },
    context,
  ) {
    const filter = {
      ...(documentPageId && { documentPageId }),
      ...(documentId && { documentId }),
      ...(authorId && { authorId }),
      ...(projectId && { projectId }),
      ...(runId && { runId }),
    };
    const { rows, pageInfo } = await annotations.list(context, filter, paging, {
      updatedAfter,
      ...(ids.length > 0 && { ids }),
    });
    return { annotations: rows.map(toAnnotation), pageInfo };
  },

  async listLabels({ projectId }, context) {
    return { labels: await annotations.labels(context, projectId) };
  },

  async getAnnotation({ id, heldBack }, context) {
    return { annotation: toAnnotation(await annotations.get(context, id, { heldBack })) };
  },

  async createAnnotation(request, context) {
    const { dryRun } = request;
    return { annotation: toAnnotation(await annotations.create(context, fromCreation(request), { dryRun })) };
  },

  async createAnnotations({ items, allOrNothing, dryRun }, context) {
    const outcomes = await annotations.createMany(context, items.map(fromCreation), { allOrNothing, dryRun });
    return { results: outcomes.map(toResult) };
  },

  async updateAnnotation({ id, shape, drawnOn, content, expectedUpdatedAt, dryRun }, context) {
    const input = { id, shape: fromShapeMessage(shape), drawnOn, content, expectedUpdatedAt };
    return { annotation: toAnnotation(await annotations.update(context, input, { dryRun })) };
  },

  async reviewAnnotation({ id, action, reason, reasonCode, shownAt, copyId, shape, content }, context) {
    const input = { id, action, reason, reasonCode, shownAt, copyId, shape: fromShapeMessage(shape), content };
    const { row, copy } = await reviews.review(context, input);
    return { annotation: toAnnotation(row), copy: copy && toAnnotation(copy) };
  },

  async deleteAnnotation({ id, dryRun }, context) {
    await annotations.delete(context, id, { dryRun });
    return {};
  },

  async restoreAnnotation({ id }, context) {
    return { annotation: toAnnotation(await annotations.restore(context, id)) };
  },

  getScorecard: (request, context) => scorecards.get(context, request),

  ...createBlindHandlers(blindSamples, blindSheets),
  ...createReviewRuleHandlers(reviewRules),
  ...createRunHandlers(runs, runActions),
});
