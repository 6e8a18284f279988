import type { Feature, HistoryRecord as HistoryMessage, Mention } from '@symbio/proto/feature';
import { HUMAN_USE_TYPE } from './mentions/history.js';
import type { FeatureRow, GeoPoint, MentionSummary } from './model.js';
import type { Point } from './features/nearby.js';
import { inCurrentWords, withoutDisclaimer } from './mentions/apply-decision.js';
import type { HistoryRow } from './repository.js';

/** Marks rows that an API key wrote for a person. */
const viaOf = (row: { viaKey?: string | undefined } | null): string => (row?.viaKey === undefined ? '' : 'key');

/** @param distanceM geodesic metres, for nearby queries */
export const toFeature = (row: FeatureRow, distanceM?: number): Feature => ({
  id: row._id,
  projectId: row.projectId,
  name: row.name,
  landUse: row.landUse,
  coordinate: row.location ? fromGeoPoint(row.location) : undefined,
  authorId: row.authorId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  distanceM,
  runId: row.runId ?? '',
  via: viaOf(row),
  relation: row.relation && {
    relation: row.relation.relation,
    direction: row.relation.direction ?? '',
    distanceFt: row.relation.distanceFt,
  },
});

/** Without the agents' disclaimer in records of people, who may have kept it in their text. */
const narrativeOf = ({ narrative, useType }: Pick<HistoryRow, 'narrative' | 'useType'>): string =>
  (useType === HUMAN_USE_TYPE ? withoutDisclaimer : inCurrentWords)(narrative);

export function toMention(row: MentionSummary, withCurrentHistory = false): Mention {
  const { current } = row;
  return {
    id: row._id,
    projectId: row.projectId,
    featureOfInterestId: row.featureId,
    sourceAnnotationId: row.sourceAnnotationId,
    authorId: row.authorId,
    narrative: inCurrentWords(row.narrative),
    currentHistoryId: current?.id ?? '',
    currentNarrative: current ? narrativeOf(current) : '',
    currentConfidence: current?.confidence,
    currentUseType: current?.useType ?? '',
    currentAuthorId: current?.authorId ?? '',
    historyCount: row.historyCount,
    sourceRecord: row.sourceRecord,
    suggestedLandUse: row.suggestedLandUse ?? '',
    linkedLandUse: row.linkedLandUse ?? [],
    statedLandUse: row.statedLandUse ?? '',
    runId: row.runId ?? '',
    via: viaOf(current),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentHistory:
      withCurrentHistory && current
        ? toHistoryRecord({ ...current, mentionId: row._id, projectId: row.projectId })
        : undefined,
  };
}

export const toHistoryRecord = (row: HistoryRow): HistoryMessage => ({
  id: row.id,
  mentionId: row.mentionId,
  projectId: row.projectId,
  featureOfInterestId: row.featureId,
  sourceAnnotationId: row.sourceAnnotationId,
  authorId: row.authorId,
  narrative: narrativeOf(row),
  confidence: row.confidence,
  useType: row.useType,
  status: row.status,
  createdAt: row.createdAt,
  runId: row.runId ?? '',
  via: viaOf(row),
});

export const toGeoPoint = ({ longitude, latitude }: Point): GeoPoint => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

export const fromGeoPoint = ({ coordinates: [longitude, latitude] }: GeoPoint): Point => ({ longitude, latitude });
