import { Router } from 'express';
import type { Clients } from '../clients.js';
import { pathId } from '../input.js';
import { list, presentMention, snake } from '../present.js';
import { parentOf } from '../request.js';
import { methods } from '../routing.js';

/** Mentions without a feature, and the land-use list. */
export function findings({ feature }: Pick<Clients, 'feature'>): Router {
  const router = Router();
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
