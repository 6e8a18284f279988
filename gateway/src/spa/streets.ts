import type { Router } from 'express';
import { isId, invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { about, act, unseen } from '../http/audit/audit-subject.js';
import { listOf, pathId } from '../http/input.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter, type Methods } from '../http/routing.js';
import { presentStreetFile, presentStreetPlace } from '../present/streets.js';

/** No event records these. */
export const streetChanges = {
  post: act('changed', 'streets.added'),
  delete: act('changed', 'streets.deleted'),
} as const;

/** GET and DELETE /api/projects/{id}/streets: street files of a project; those of the installation can only be read. */
export const streetFiles = ({ document }: Pick<Clients, 'document'>): Methods => ({
  get: [
    async (request, response) => {
      const { files } = await document.listStreets({ projectId: pathId(request, 'Project') }, parentOf(request));
      response.json(listOf(request, files.map(presentStreetFile)));
    },
  ],
  delete: [
    async (request, response) => {
      const fileId = query(request, 'file_id') ?? '';
      if (fileId !== '' && !isId(fileId)) throw invalidFields({ file_id: 'file_id must be a UUID' });
      await document.deleteStreets({ projectId: pathId(request, 'Project'), fileId }, parentOf(request));
      response.json({ success: true });
    },
  ],
});

/** /api/projects/{id}/street-places?q=: where a crossing or an address is. */
export function streetPlaces({ document }: Pick<Clients, 'document'>): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/street-places', about('project', { get: unseen }), {
    get: [
      async (request, response) => {
        const asked = { projectId: pathId(request, 'Project'), query: query(request, 'q') ?? '' };
        const { places } = await document.findStreetPlaces(asked, parentOf(request));
        response.json(listOf(request, places.map(presentStreetPlace)));
      },
    ],
  });
  return router;
}
