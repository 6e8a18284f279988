import { AppError, newId } from '@symbio/runtime';
import { toRefusal, type Handlers } from '@symbio/rpc';
import { SourceRecord, type CreateMentionRequest, type FeatureServiceService } from '@symbio/proto/feature';
import type { NewMention } from './mentions/create-mention.js';
import { LAND_USES } from './land-uses.js';
import { suggestedLandUses } from './listings/suggested-land-uses.js';
import { toFeature, toHistoryRecord, toMention } from './mapping.js';
import { createCommentHandlers } from './comments/handlers.js';
import { createDeterminationHandlers } from './determinations/handlers.js';
import type { Rules } from './rules.js';

const MAX_NAME_WORDS = 10;

export const createHandlers = ({
  features,
  mentions,
  associate,
  runs,
  comments,
  assignments,
  determinations,
  proposals,
}: Rules): Handlers<typeof FeatureServiceService> => ({
  async listFeatures(request, context) {
    const { projectId, authorId, nameIlike, nameWords, landUseOverlaps, near, radiusM, updatedAfter, runId, paging } =
      request;
    const filter = {
      ...(authorId && { authorId }),
      ...(nameIlike && { nameIlike }),
      ...(nameWords && { nameWords: nameWords.split(/\s+/).filter(Boolean).slice(0, MAX_NAME_WORDS) }),
      ...(runId && { runId }),
      ...(updatedAfter && { updatedAfter }),
      landUse: landUseOverlaps,
    };
    const { found, pageInfo } = await features.list(context, { projectId, filter, near, radiusM, paging });
    return { features: found.map(({ row, distanceM }) => toFeature(row, distanceM)), pageInfo };
  },

  async getFeature({ id }, context) {
    return { feature: toFeature(await features.get(context, id)) };
  },

  async createFeature(request, context) {
    const { dryRun, id, projectId, name, landUse, coordinate, authorId, runId, relation } = request;
    const input = { id, projectId, name, landUse, coordinate, authorId, runId, relation };
    const row = await features.create(context, input, { dryRun });
    return { feature: toFeature(row) };
  },

  async updateFeature(request, context) {
    const { dryRun, name, coordinate, relation, expectedUpdatedAt, ...rest } = request;
    const input = { ...rest, name, coordinate, relation, expectedUpdatedAt };
    const row = await features.update(context, input, { dryRun });
    return { feature: toFeature(row) };
  },

  async deleteFeature({ id, dryRun }, context) {
    await features.delete(context, id, { dryRun });
    return {};
  },

  async mergeFeatures({ mergeId, featureId, mergedIds }, context) {
    const id = mergeId || newId();
    return { feature: toFeature(await features.merge(context, { id, keptId: featureId, mergedIds })), mergeId: id };
  },

  async undoMerge({ mergeId }, context) {
    const { kept, restored, stayingMentions } = await features.undoMerge(context, mergeId);
    return { feature: toFeature(kept), restored: restored.map((row) => toFeature(row)), stayingMentions };
  },

  async listMentions(request, context) {
    const { projectId, updatedAfter, includeCurrentHistory, paging } = request;
    const filter = { ...mentionFilter(request), ...(updatedAfter && { updatedAfter }) };
    const { rows, pageInfo } = await mentions.list(context, { projectId, filter, paging });
    return { mentions: rows.map((row) => toMention(row, includeCurrentHistory)), pageInfo };
  },

  async listUnassociatedMentions({ projectId, paging }, context) {
    const { rows, pageInfo } = await mentions.listUnassociated(context, projectId, paging);
    return { mentions: rows.map((row) => toMention(row)), pageInfo };
  },

  async getMention({ id, includeCurrentHistory }, context) {
    return { mention: toMention(await mentions.get(context, id), includeCurrentHistory) };
  },

  async createMention(request, context) {
    const { dryRun } = request;
    return { mention: toMention(await mentions.create(context, newMention(request), { dryRun })) };
  },

  async createRecordMention(request, context) {
    const { id, featureOfInterestId: featureId, sourceRecord, narrative, confidence, useType } = request;
    const input = { id, featureId, sourceRecord: SourceRecord.fromPartial(sourceRecord ?? {}), narrative };
    return { mention: toMention(await mentions.createFromRecord(context, { ...input, confidence, useType })) };
  },

  async createMentions({ items, allOrNothing, dryRun }, context) {
    const batch = { items: items.map(newMention), allOrNothing, dryRun };
    const outcomes = await mentions.createMany(context, batch);
    return {
      results: outcomes.map((outcome) => ({
        outcome:
          outcome instanceof AppError
            ? { $case: 'refusal', value: toRefusal(outcome) }
            : { $case: 'mention', value: toMention(outcome) },
      })),
    };
  },

  async updateMention(request, context) {
    const { id, narrative, confidence, useType, currentAuthorId, featureOfInterestId: featureId } = request;
    const { expectedUpdatedAt, runId, dryRun } = request;
    const input = { id, narrative, confidence, useType, currentAuthorId, featureId, expectedUpdatedAt, runId };
    return { mention: toMention(await mentions.update(context, input, { dryRun })) };
  },

  async deleteMention({ id, dryRun }, context) {
    await mentions.delete(context, id, { dryRun });
    return {};
  },

  async listMentionHistory(request, context) {
    const { projectId, createdAfter, status, paging } = request;
    const filter = { ...mentionFilter(request), ...(createdAfter && { createdAfter }) };
    const { rows, pageInfo } = await mentions.listHistory(context, { projectId, filter, status, paging });
    return { records: rows.map(toHistoryRecord), pageInfo };
  },

  async associateAnnotation(request, context) {
    const { annotationId, mentionId, featureId, feature, narrative, confidence, useType, expectedUpdatedAt } = request;
    const input = { annotationId, mentionId, featureId, feature, narrative, confidence, useType, expectedUpdatedAt };
    const associated = await associate(context, input);
    return { feature: toFeature(associated.feature), mention: toMention(associated.mention) };
  },

  reviewFinding: ({ annotationId: id, ...decision }, context) => mentions.reviewFinding(context, { id, ...decision }),

  async applyReview({ annotationId }, context) {
    await mentions.applyReview(context, annotationId);
    return {};
  },

  async supersedeHistory({ historyId, reject, reason }, context) {
    await mentions.endRecord(context, historyId, reject ? { reason } : undefined);
    return {};
  },

  undoRun: ({ runId }, context) => runs.undo(context, runId),

  async applyRun({ runId }, context) {
    return runs.applyRun(context, runId);
  },

  async listRunWrites({ runId, paging }, context) {
    const { rows: writes, ...totals } = await runs.listWrites(context, runId, paging);
    return { writes, ...totals };
  },

  ...createCommentHandlers(comments, assignments),

  ...createDeterminationHandlers(determinations, proposals),

  listLandUses: ({ suggestedBy }) =>
    Promise.resolve({ landUses: suggestedBy === '' ? [...LAND_USES] : suggestedLandUses(suggestedBy) }),
});

const newMention = ({ featureOfInterestId: featureId, ...rest }: CreateMentionRequest): NewMention => {
  const { id, projectId, sourceAnnotationId, narrative, confidence, useType, authorId, suggestedLandUse, runId } = rest;
  return {
    ...{ id, featureId, projectId, sourceAnnotationId, narrative, confidence, useType, authorId, suggestedLandUse },
    runId,
  };
};

const mentionFilter = ({
  featureId,
  annotationId,
  authorId,
  runId,
}: Record<'featureId' | 'annotationId' | 'authorId' | 'runId', string>) => ({
  ...(featureId && { featureId }),
  ...(annotationId && { sourceAnnotationId: annotationId }),
  ...(authorId && { authorId }),
  ...(runId && { runId }),
});
