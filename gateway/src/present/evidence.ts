import type { AnnotationJson, FeatureJson, HistoryJson, LandUseJson, MentionJson, RunJson } from '@symbio/api';
import type { Annotation, Decision, Restoration, Run } from '@symbio/proto/annotation';
import type { Feature, HistoryRecord, LandUse, Mention, SourceRecord } from '@symbio/proto/feature';
import type { Author } from '@symbio/proto/identity';
import { presentCoordinate, presentCoordinates } from './coordinates.js';
import { moment } from './json.js';
import { presentAuthor } from './people.js';
import { presentAppliedRule, presentRuleException } from './review-rules.js';
import { presentRelation } from './relation.js';

const presentDecision = (decision: Decision): AnnotationJson['decisions'][number] => ({
  verdict: decision.verdict,
  reason: decision.reason,
  copy_id: decision.copyId,
  author_id: decision.authorId,
  author_name: decision.authorName,
  decided_at: moment(decision.decidedAt),
  reason_code: decision.reasonCode || null,
  shown_at: moment(decision.shownAt),
});

const presentRestoration = (restoration: Restoration): AnnotationJson['restorations'][number] => ({
  deleted_by_id: restoration.deletedById,
  deleted_by_name: restoration.deletedByName,
  deleted_at: moment(restoration.deletedAt),
  restored_by_id: restoration.restoredById,
  restored_by_name: restoration.restoredByName,
  restored_at: moment(restoration.restoredAt),
});

export const presentAnnotation = (annotation: Annotation): AnnotationJson => ({
  id: annotation.id,
  project_id: annotation.projectId,
  document_id: annotation.documentId,
  document_page_id: annotation.documentPageId,
  content: annotation.content,
  author_id: annotation.authorId,
  author_type: annotation.authorType,
  author_name: annotation.authorName,
  created_at: moment(annotation.createdAt),
  updated_at: moment(annotation.updatedAt),
  derived_from: annotation.derivedFrom || null,
  run_id: annotation.runId || null,
  via: annotation.via === 'key' ? 'key' : null,
  decisions: annotation.decisions.map(presentDecision),
  picture_moves: annotation.pictureMoves.map(({ at, fromWidth, fromHeight, toWidth, toHeight, shape }) => ({
    at: moment(at),
    from: { width: fromWidth, height: fromHeight },
    to: { width: toWidth, height: toHeight },
    coordinates: presentCoordinates(shape),
  })),
  ...(annotation.rule ? { rule: presentAppliedRule(annotation.rule) } : {}),
  ...(annotation.ruleExceptions.length > 0
    ? { rule_exceptions: annotation.ruleExceptions.map(presentRuleException) }
    : {}),
  ...(annotation.heldBack ? { held_back: true as const } : {}),
  restorations: annotation.restorations.map(presentRestoration),
  annotation_type: annotation.shape?.$case ?? 'ellipse',
  coordinates: presentCoordinates(annotation.shape),
});

export const presentFeature = (feature: Feature): FeatureJson => ({
  id: feature.id,
  project_id: feature.projectId,
  name: feature.name,
  land_use: feature.landUse,
  author_id: feature.authorId,
  created_at: moment(feature.createdAt),
  updated_at: moment(feature.updatedAt),
  run_id: feature.runId || null,
  via: feature.via === 'key' ? 'key' : null,
  coordinate: presentCoordinate(feature.coordinate),
  ...(feature.distanceM === undefined ? {} : { distance_m: feature.distanceM }),
  ...(feature.relation ? presentRelation(feature.relation) : {}),
});

export const presentHistory = (record: HistoryRecord, author?: Author): HistoryJson => ({
  id: record.id,
  mention_id: record.mentionId,
  project_id: record.projectId,
  feature_of_interest_id: record.featureOfInterestId || null,
  source_annotation_id: record.sourceAnnotationId,
  author_id: record.authorId,
  narrative: record.narrative,
  confidence: record.confidence,
  use_type: record.useType,
  status: record.status,
  created_at: moment(record.createdAt),
  run_id: record.runId || null,
  via: record.via === 'key' ? 'key' : null,
  ...(author ? { author: presentAuthor(author) } : {}),
});

/** All null if there are none. */
const presentCurrent = (mention: Mention) => ({
  current_history_id: mention.currentHistoryId || null,
  current_narrative: mention.currentHistoryId ? mention.currentNarrative : null,
  current_confidence: mention.currentHistoryId ? (mention.currentConfidence ?? null) : null,
  current_use_type: mention.currentUseType || null,
  current_author_id: mention.currentAuthorId || null,
});

const presentSourceRecord = (source: SourceRecord) => ({
  ...{ hit_id: source.hitId, list: source.list, record_id: source.recordId },
  ...{ data_set_name: source.dataSetName, agency_date: source.agencyDate || null },
});

export const presentMention = (mention: Mention): MentionJson => ({
  id: mention.id,
  project_id: mention.projectId,
  feature_of_interest_id: mention.featureOfInterestId || null,
  source_annotation_id: mention.sourceAnnotationId,
  ...(mention.sourceRecord ? { source_record: presentSourceRecord(mention.sourceRecord) } : {}),
  author_id: mention.authorId,
  narrative: mention.narrative,
  ...presentCurrent(mention),
  history_count: mention.historyCount,
  created_at: moment(mention.createdAt),
  updated_at: moment(mention.updatedAt),
  run_id: mention.runId || null,
  via: mention.via === 'key' ? 'key' : null,
  suggested_land_use: mention.suggestedLandUse || null,
  ...(mention.currentHistory ? { current_history: presentHistory(mention.currentHistory) } : {}),
});

export const presentLandUse = (use: LandUse): LandUseJson => ({
  value: use.value,
  label: use.label,
  typical_contaminants: use.typicalContaminants,
  frequency_note: use.frequencyNote,
});

export const presentRun = (run: Run, evidence: { features?: number; mentions?: number } = {}): RunJson => ({
  id: run.id,
  project_id: run.projectId,
  author_id: run.authorId,
  author_type: run.authorType,
  author_name: run.authorName,
  name: run.name,
  metadata: run.metadata ?? null,
  status: run.status,
  created_at: moment(run.createdAt),
  updated_at: moment(run.updatedAt),
  finished_at: moment(run.finishedAt),
  undone_at: moment(run.undoneAt),
  undone_by_id: run.undoneById || null,
  undone_by_name: run.undoneByName || null,
  annotation_count: run.annotationCount,
  ...(evidence.features === undefined ? {} : { feature_count: evidence.features }),
  ...(evidence.mentions === undefined ? {} : { mention_count: evidence.mentions }),
});
