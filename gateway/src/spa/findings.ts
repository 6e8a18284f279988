import { annotationType, coordinates } from '@symbio/api';
import { about, unseen } from '../http/audit/audit-subject.js';
import { newId } from '@symbio/runtime';
import { MAX_NARRATIVE } from '@symbio/proto/limits';
import type { Router } from 'express';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, listOf, optionalPaging, pathId, text } from '../http/input.js';
import { presentAnnotation, presentFeature, presentLandUse, presentMention } from '../present/evidence.js';
import { list } from '../http/lists.js';
import { shapeOf } from '../present/coordinates.js';
import { idOrNone, parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const review = z.strictObject({
  action: text,
  reason: text,
  copy_id: z.uuid().nullish(),
  annotation_type: annotationType.nullish(),
  coordinates: coordinates.nullish(),
  content: text,
});
const rejection = z.strictObject({ reason: text });
const merge = z.strictObject({
  merge_id: z.uuid().nullish(),
  merged_ids: z.array(z.string(), { error: 'merged_ids is required' }),
});

/**
 * Findings: their annotation, restoring, review, merging and unmerging features, mentions without a feature, land uses.
 */
export function findings({ annotation, feature }: Pick<Clients, 'annotation' | 'feature'>): Router {
  const router = strictRouter();
  methods(router, '/annotations/:id', about('annotation'), {
    get: [
      async (request, response) => {
        const found = await annotation.getAnnotation({ id: pathId(request, 'Annotation') }, parentOf(request));
        response.json({ data: found.annotation && presentAnnotation(found.annotation) });
      },
    ],
  });
  methods(router, '/annotations/:id/restore', about('annotation'), {
    post: [
      async (request, response) => {
        const { annotation: restored } = await annotation.restoreAnnotation(
          { id: pathId(request, 'Annotation') },
          parentOf(request),
        );
        response.json({ data: restored && presentAnnotation(restored) });
      },
    ],
  });
  methods(router, '/annotations/:id/review', about('annotation'), {
    post: [
      async (request, response) => {
        const annotationId = pathId(request, 'Annotation');
        const input = body(request, review);
        const { annotation: reviewed, copy } = await feature.reviewFinding(
          {
            annotationId,
            action: input.action ?? '',
            reason: input.reason ?? '',
            copyId: input.copy_id ?? '',
            shape: input.coordinates ? shapeOf(input.coordinates, given(input.annotation_type)) : undefined,
            content: given(input.content),
          },
          parentOf(request),
        );
        response.json({
          data: {
            annotation: reviewed && presentAnnotation(reviewed),
            copy: copy ? presentAnnotation(copy) : null,
          },
        });
      },
    ],
  });
  methods(router, '/projects/:id/annotations', about('project'), {
    get: [
      async (request, response) => {
        const { annotations, pageInfo } = await annotation.listAnnotations(
          { projectId: pathId(request, 'Project'), paging: optionalPaging(request) },
          parentOf(request),
        );
        response.json(list(annotations.map(presentAnnotation), pageInfo));
      },
    ],
  });
  methods(router, '/projects/:id/labels', about('project'), {
    get: [
      async (request, response) => {
        const { labels } = await annotation.listLabels({ projectId: pathId(request, 'Project') }, parentOf(request));
        response.json(
          listOf(
            request,
            labels.map(({ content, count }) => ({ content, count })),
          ),
        );
      },
    ],
  });
  methods(router, '/features/:id/merge', about('feature'), {
    post: [
      async (request, response) => {
        const featureId = pathId(request, 'Feature');
        const { merge_id: asked, merged_ids: mergedIds } = body(request, merge);
        const { feature: kept, mergeId } = await feature.mergeFeatures(
          { mergeId: asked ?? newId(), featureId, mergedIds: mergedIds.map(idOrNone) },
          parentOf(request),
        );
        response.json({ data: kept && presentFeature(kept), merge_id: mergeId });
      },
    ],
  });
  methods(router, '/feature-merges/:id/undo', about('merge'), {
    post: [
      async (request, response) => {
        const { feature: kept, ...undone } = await feature.undoMerge(
          { mergeId: pathId(request, 'Merge') },
          parentOf(request),
        );
        response.json({
          data: {
            feature: kept && presentFeature(kept),
            restored: undone.restored.map(presentFeature),
            staying_mentions: undone.stayingMentions,
          },
        });
      },
    ],
  });
  methods(router, '/mention-history/:id/reject', about('change'), {
    post: [
      async (request, response) => {
        const historyId = pathId(request, 'History record');
        const { reason } = body(request, rejection);
        await feature.supersedeHistory({ historyId, reject: true, reason: reason ?? '' }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/projects/:id/unassociated-mentions', about('project'), {
    get: [
      async (request, response) => {
        const { mentions, pageInfo } = await feature.listUnassociatedMentions(
          { projectId: pathId(request, 'Project'), paging: optionalPaging(request) },
          parentOf(request),
        );
        response.json(list(mentions.map(presentMention), pageInfo));
      },
    ],
  });
  methods(router, '/land-uses', about('land-use', { get: unseen }), {
    get: [
      async (request, response) => {
        const suggestedBy = (query(request, 'suggested_by') ?? '').slice(0, MAX_NARRATIVE);
        const { landUses } = await feature.listLandUses({ suggestedBy }, parentOf(request));
        response.json(listOf(request, landUses.map(presentLandUse)));
      },
    ],
  });
  return router;
}
