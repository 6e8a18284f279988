import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import type { Clients } from '../clients.js';
import { paging, pathId } from '../http/input.js';
import { list } from '../http/lists.js';
import { presentDeletedProject } from '../present/projects.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** /api/deleted-projects: projects the caller may restore, and permanent deletion. Restoring is in the public API. */
export function deletedProjects({ project }: Pick<Clients, 'project'>): Router {
  const router = strictRouter();
  methods(router, '/deleted-projects', about('project'), {
    get: [
      async (request, response) => {
        const answer = await project.listDeletedProjects({ paging: paging(request) }, parentOf(request));
        response.json(list(answer.projects.map(presentDeletedProject), answer.pageInfo));
      },
    ],
  });
  methods(router, '/deleted-projects/:id', about('project'), {
    delete: [
      async (request, response) => {
        await project.eraseProject({ id: pathId(request, 'Project') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
