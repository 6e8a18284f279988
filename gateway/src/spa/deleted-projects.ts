import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import type { Clients } from '../clients.js';
import { body, paging, pathId } from '../http/input.js';
import { list } from '../http/lists.js';
import { presentDeletedProject, presentProject } from '../present/projects.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { z } from 'zod';

const sampleChange = z.strictObject({ sample: z.boolean({ error: 'sample must be true or false' }) });

const copyInput = z.strictObject({ id: z.string({ error: 'id must be a text' }).optional() });

/** Deleted projects (restoring is in the public API), and samples. */
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
  methods(router, '/projects/:id/sample', about('project'), {
    put: [
      async (request, response) => {
        const { sample } = body(request, sampleChange);
        const answer = await project.setSample({ id: pathId(request, 'Project'), sample }, parentOf(request));
        response.json({ data: answer.project && presentProject(answer.project) });
      },
    ],
  });
  methods(router, '/projects/:id/copy', about('project'), {
    post: [
      async (request, response) => {
        const { id = '' } = body(request, copyInput);
        const answer = await project.copySample({ id, sampleId: pathId(request, 'Project') }, parentOf(request));
        response.status(201).json({ data: answer.project && presentProject(answer.project) });
      },
    ],
  });
  return router;
}
