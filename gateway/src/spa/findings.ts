import { Router } from 'express';
import type { Clients } from '../clients.js';
import { pathId } from '../input.js';
import { list, presentAnnotation, presentMention, snake } from '../present.js';
import { parentOf } from '../request.js';
import { methods } from '../routing.js';

/** Mentions without a feature, the annotation behind a finding, and the land-use list. */
export function findings({ annotation, feature }: Pick<Clients, 'annotation' | 'feature'>): Router {
  const router = Router();
  methods(router, '/annotations/:id', {
    get: [
      async (request, response) => {
        const found = await annotation.getAnnotation({ id: pathId(request, 'Annotation') }, parentOf(request));
        response.json({ data: found.annotation && presentAnnotation(found.annotation) });
      },
    ],
  });
  methods(router, '/projects/:id/unassociated-mentions', {
    get: [
      async (request, response) => {
        const { mentions } = await feature.listUnassociatedMentions(
          { projectId: pathId(request, 'Project') },
          parentOf(request),
        );
        response.json(list(mentions.map(presentMention)));
      },
    ],
  });
  methods(router, '/land-uses', {
    get: [
      async (request, response) => {
        const { landUses } = await feature.listLandUses({}, parentOf(request));
        response.json(list(landUses.map(snake)));
      },
    ],
  });
  return router;
}
