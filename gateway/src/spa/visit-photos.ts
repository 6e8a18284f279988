import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, listOf, namedId, pathId, text } from '../http/input.js';
import { presentPhotograph } from '../present/photographs.js';
import { parentOf } from '../http/request.js';
import { methods, type Methods, strictRouter } from '../http/routing.js';

/** GET /api/projects/{id}/site-visits/{visit_id}/photos: all photographs of a visit, in the order taken. */
export const listVisitPhotos = ({ document }: { document: Pick<Clients['document'], 'listPhotographs'> }): Methods => ({
  get: [
    async (request, response) => {
      const asked = { projectId: pathId(request, 'Project'), visitId: pathId(request, 'Site visit', 'visit_id') };
      const { photographs } = await document.listPhotographs(asked, parentOf(request));
      response.json(listOf(request, photographs.map(presentPhotograph)));
    },
  ],
});

/** Absent: unchanged; null or empty: removed. */
const update = z
  .strictObject({ caption: z.string().optional(), view_direction: text, feature_id: text })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    path: ['caption'],
    message: 'caption is required',
  });

export function visitPhotos({ document, feature }: Pick<Clients, 'document' | 'feature'>): Router {
  const router = strictRouter();
  methods(router, '/site-visit-photos/:id', about('photograph'), {
    put: [
      async (request, response) => {
        const id = pathId(request, 'Photograph');
        const { caption, view_direction: direction, feature_id: given } = body(request, update);
        const parent = parentOf(request);
        const featureId = given === undefined ? undefined : namedId(given, 'feature_id', 'Feature');
        const { feature: linked } = featureId ? await feature.getFeature({ id: featureId }, parent) : {};
        const { photograph } = await document.updatePhotograph(
          {
            id,
            caption: caption ?? '',
            keepCaption: caption === undefined,
            viewDirection: direction === null ? '' : direction,
            featureId,
            featureProjectId: linked?.projectId,
          },
          parent,
        );
        response.json({ data: photograph && presentPhotograph(photograph) });
      },
    ],
    delete: [
      async (request, response) => {
        await document.deletePhotograph({ id: pathId(request, 'Photograph') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/site-visit-photos/:id/restore', about('photograph'), {
    post: [
      async (request, response) => {
        const { photograph } = await document.restorePhotograph(
          { id: pathId(request, 'Photograph') },
          parentOf(request),
        );
        response.json({ data: photograph && presentPhotograph(photograph) });
      },
    ],
  });
  return router;
}
