import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, listOf, pathId } from '../http/input.js';
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

const update = z.strictObject({ caption: z.string() });

export function visitPhotos({ document }: Pick<Clients, 'document'>): Router {
  const router = strictRouter();
  methods(router, '/site-visit-photos/:id', about('photograph'), {
    put: [
      async (request, response) => {
        const id = pathId(request, 'Photograph');
        const { photograph } = await document.updatePhotograph({ id, ...body(request, update) }, parentOf(request));
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
