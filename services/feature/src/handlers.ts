import { AppError, type Handlers } from '@symbio/kit';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { Associate } from './associate.js';
import type { Features } from './features.js';
import { LAND_USES } from './land-uses.js';
import { toFeature, toHistoryRecord, toMention } from './mapping.js';
import type { Mentions } from './mentions.js';

/** The calls of feature_service.proto. */
const notYet = () => Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'This is not served yet.'));

export const createHandlers = (
  features: Features,
  mentions: Mentions,
  associate: Associate,
): Handlers<typeof FeatureServiceService> => ({
  async listFeatures({ projectId, authorId, nameIlike, landUseOverlaps, near, radiusM, paging }, context) {
    const filter = { ...(authorId && { authorId }), ...(nameIlike && { nameIlike }), landUse: landUseOverlaps };
    const { found, pageInfo } = await features.list(context, { projectId, filter, near, radiusM, paging });
    return { features: found.map(({ row, distanceM }) => toFeature(row, distanceM)), pageInfo };
  },

  async getFeature({ id }, context) {
    return { feature: toFeature(await features.get(context, id)) };
  },

  async createFeature({ id, projectId, name, landUse, coordinate, authorId }, context) {
    const row = await features.create(context, { id, projectId, name, landUse, coordinate, authorId });
    return { feature: toFeature(row) };
  },

  async updateFeature({ id, name, landUse, coordinate, expectedUpdatedAt }, context) {
    const row = await features.update(context, { id, name, landUse, coordinate, expectedUpdatedAt });
    return { feature: toFeature(row) };
  },

  async deleteFeature({ id }, context) {
    await features.delete(context, id);
    return {};
  },

  async mergeFeatures({ featureId, mergedIds }, context) {
    return { feature: toFeature(await features.merge(context, featureId, mergedIds)) };
  },

  async listMentions({ projectId, featureId, annotationId, authorId, includeCurrentHistory, paging }, context) {
    const filter = mentionFilter({ featureId, annotationId, authorId });
    const { rows, pageInfo } = await mentions.list(context, { projectId, filter, paging });
    return { mentions: rows.map((row) => toMention(row, includeCurrentHistory)), pageInfo };
  },

  async listUnassociatedMentions({ projectId, paging }, context) {
    const { rows, pageInfo } = await mentions.listUnassociated(context, projectId, paging);
    return { mentions: rows.map((row) => toMention(row)), pageInfo };
  },

  async createMention(request, context) {
    const {
      id,
      featureOfInterestId,
      projectId,
      sourceAnnotationId,
      narrative,
      confidence,
      useType,
      authorId,
      suggestedLandUse,
    } = request;
    const input = {
      id,
      featureId: featureOfInterestId,
      projectId,
      sourceAnnotationId,
      narrative,
      confidence,
      useType,
      authorId,
      suggestedLandUse,
    };
    return { mention: toMention(await mentions.create(context, input)) };
  },

  async updateMention(request, context) {
    const { id, narrative, confidence, useType, currentAuthorId, featureOfInterestId: featureId } = request;
    const row = await mentions.update(context, { id, narrative, confidence, useType, currentAuthorId, featureId });
    return { mention: toMention(row) };
  },

  async listMentionHistory({ projectId, featureId, annotationId, authorId, status, paging }, context) {
    const filter = mentionFilter({ featureId, annotationId, authorId });
    const { rows, pageInfo } = await mentions.listHistory(context, { projectId, filter, status, paging });
    return { records: rows.map(toHistoryRecord), pageInfo };
  },

  async associateAnnotation(request, context) {
    const { annotationId, mentionId, featureId, feature, narrative, confidence, useType, expectedUpdatedAt } = request;
    const input = { annotationId, mentionId, featureId, feature, narrative, confidence, useType, expectedUpdatedAt };
    const associated = await associate(context, input);
    return { feature: toFeature(associated.feature), mention: toMention(associated.mention) };
  },

  async applyReview({ annotationId }, context) {
    await mentions.applyReview(context, annotationId);
    return {};
  },

  async supersedeHistory({ historyId, reject, reason }, context) {
    await mentions.endRecord(context, historyId, reject ? { reason } : undefined);
    return {};
  },

  getMention: notYet,
  createMentions: notYet,
  deleteMention: notYet,
  applyRun: notYet,
  listRunWrites: notYet,

  listLandUses: () => Promise.resolve({ landUses: [...LAND_USES] }),
});

const mentionFilter = ({
  featureId,
  annotationId,
  authorId,
}: Record<'featureId' | 'annotationId' | 'authorId', string>) => ({
  ...(featureId && { featureId }),
  ...(annotationId && { sourceAnnotationId: annotationId }),
  ...(authorId && { authorId }),
});
