import { app, lastSeen } from '@symbio/api';
import { MAX_NARRATIVE } from '@symbio/proto/limits';
import { newId } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { list, listOf, optionalPageOf } from '../http/lists.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';
import { coordinateOf, shapeOf } from '../present/coordinates.js';
import { presentAnnotation, presentFeature, presentLandUse, presentMention } from '../present/evidence.js';
import { required } from '../present/json.js';
import { relationOf } from '../present/relation.js';
import { success } from '../present/answers.js';

const operations = app.findings;

/**
 * Findings: their annotation, restoring, review, association, merging and unmerging features, mentions without a
 * feature, land uses.
 */
export const findings = ({ annotation, feature }: Pick<Clients, 'annotation' | 'feature'>): Route[] => [
  route(operations.getAnnotation, async ({ params }, { parent }) => ({
    data: presentAnnotation(required((await annotation.getAnnotation(params, parent)).annotation)),
  })),
  route(operations.restoreAnnotation, async ({ params }, { parent }) => ({
    data: presentAnnotation(required((await annotation.restoreAnnotation(params, parent)).annotation)),
  })),
  route(operations.reviewFinding, async ({ params, body }, { parent }) => {
    const { annotation: reviewed, copy } = await feature.reviewFinding(
      {
        annotationId: params.id,
        action: body.action ?? '',
        reason: body.reason ?? '',
        reasonCode: body.reason_code ?? '',
        shownAt: body.shown_at ? new Date(body.shown_at) : undefined,
        copyId: body.copy_id ?? '',
        shape: body.coordinates ? shapeOf(body.coordinates, body.annotation_type ?? undefined) : undefined,
        content: body.content ?? undefined,
      },
      parent,
    );
    return {
      data: { annotation: presentAnnotation(required(reviewed)), copy: copy ? presentAnnotation(copy) : null },
    };
  }),
  route(operations.showProposal, async ({ params: { id }, body: { shown } }, { parent }) => ({
    data: presentAnnotation(required((await annotation.showProposal({ id, shown }, parent)).annotation)),
  })),
  // in one step (OP-27)
  route(operations.associateAnnotation, async ({ params, body }, { parent }) => {
    const saved = await feature.associateAnnotation(
      {
        annotationId: params.id,
        mentionId: body.mention_id,
        featureId: body.feature_id ?? '',
        feature: body.feature
          ? {
              id: body.feature.id ?? '',
              name: body.feature.name ?? '',
              landUse: body.feature.land_use ?? [],
              coordinate: coordinateOf(body.feature.coordinate),
              relation: body.feature.relation ? relationOf(body.feature) : undefined,
            }
          : undefined,
        narrative: body.narrative ?? '',
        confidence: body.confidence ?? undefined,
        useType: body.use_type ?? undefined,
        expectedUpdatedAt: lastSeen(body),
      },
      parent,
    );
    return {
      data: { feature: presentFeature(required(saved.feature)), mention: presentMention(required(saved.mention)) },
    };
  }),
  route(operations.listProjectAnnotations, async ({ params, query }, { parent }) => {
    const asked = { projectId: params.id, paging: optionalPageOf(query) };
    const { annotations, pageInfo } = await annotation.listAnnotations(asked, parent);
    return list(annotations.map(presentAnnotation), pageInfo);
  }),
  route(operations.listProjectLabels, async ({ params, query }, { parent }) => {
    const { labels } = await annotation.listLabels({ projectId: params.id }, parent);
    return listOf(
      labels.map(({ content, count }) => ({ content, count })),
      query,
    );
  }),
  route(operations.listUnassociatedMentions, async ({ params, query }, { parent }) => {
    const asked = { projectId: params.id, paging: optionalPageOf(query) };
    const { mentions, pageInfo } = await feature.listUnassociatedMentions(asked, parent);
    return list(mentions.map(presentMention), pageInfo);
  }),
  route(operations.mergeFeatures, async ({ params, body }, { parent }) => {
    const { feature: kept, mergeId } = await feature.mergeFeatures(
      { mergeId: body.merge_id ?? newId(), featureId: params.id, mergedIds: body.merged_ids.map(idOrNone) },
      parent,
    );
    return { data: presentFeature(required(kept)), merge_id: mergeId };
  }),
  route(operations.undoMerge, async ({ params }, { parent }) => {
    const { feature: kept, ...undone } = await feature.undoMerge({ mergeId: params.id }, parent);
    return {
      data: {
        feature: presentFeature(required(kept)),
        restored: undone.restored.map(presentFeature),
        staying_mentions: undone.stayingMentions,
      },
    };
  }),
  route(operations.rejectHistory, async ({ params, body }, { parent }) => {
    await feature.supersedeHistory({ historyId: params.id, reject: true, reason: body.reason ?? '' }, parent);
    return success();
  }),
  route(operations.suggestLandUses, async ({ query }, { parent }) => {
    const suggestedBy = (query.suggested_by ?? '').slice(0, MAX_NARRATIVE);
    const { landUses } = await feature.listLandUses({ suggestedBy }, parent);
    return listOf(landUses.map(presentLandUse), query);
  }),
];
