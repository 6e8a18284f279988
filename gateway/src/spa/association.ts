import { lastSeen, seen } from '@symbio/api';
import { about } from '../http/audit/audit-subject.js';
import type { Router } from 'express';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, pathId, text } from '../http/input.js';
import { presentFeature, presentMention } from '../present/evidence.js';
import { coordinateOf } from '../present/coordinates.js';
import { relationOf } from '../present/relation.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const association = z.strictObject({
  mention_id: z.uuid({ error: 'mention_id must be a UUID' }),
  feature_id: z.uuid({ error: 'feature_id must be a UUID' }).nullish(),
  feature: z
    .strictObject({
      id: z.uuid({ error: 'feature.id must be a UUID' }).nullish(),
      name: text,
      land_use: z.array(z.string()).nullish(),
      coordinate: text,
      relation: text,
      direction: text,
      distance_ft: z.number({ error: 'distance_ft must be a number of feet' }).nullish(),
    })
    .nullish(),
  narrative: text,
  confidence: z.number({ error: 'confidence must be a number from 0 to 10' }).nullish(),
  use_type: text,
  updated_at: seen,
});

/** Associates an annotation with a feature in one step (OP-27). */
export function associations({ feature }: Pick<Clients, 'feature'>): Router {
  const router = strictRouter();
  methods(router, '/annotations/:id/association', about('annotation'), {
    put: [
      async (request, response) => {
        const annotationId = pathId(request, 'Annotation');
        const input = body(request, association);
        const saved = await feature.associateAnnotation(
          {
            annotationId,
            mentionId: input.mention_id,
            featureId: input.feature_id ?? '',
            feature: input.feature
              ? {
                  id: input.feature.id ?? '',
                  name: input.feature.name ?? '',
                  landUse: input.feature.land_use ?? [],
                  coordinate: coordinateOf(input.feature.coordinate),
                  relation: input.feature.relation ? relationOf(input.feature) : undefined,
                }
              : undefined,
            narrative: input.narrative ?? '',
            confidence: given(input.confidence),
            useType: given(input.use_type),
            expectedUpdatedAt: lastSeen(input),
          },
          parentOf(request),
        );
        response.json({
          data: {
            feature: saved.feature && presentFeature(saved.feature),
            mention: saved.mention && presentMention(saved.mention),
          },
        });
      },
    ],
  });
  return router;
}
