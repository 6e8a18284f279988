/** Assignment of annotations and features to people. Comments are in the public API. */
import type { Router } from 'express';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { about } from '../http/audit/audit-subject.js';
import { body, listOf, namedId, pathId } from '../http/input.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { presentAssignment } from '../present/comments.js';

const assignment = z.strictObject({ assignee_id: z.string().nullable() });

export function discussions({ feature }: Pick<Clients, 'feature'>): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/assignments', about('project'), {
    get: [
      async (request, response) => {
        const { assignments } = await feature.listAssignments(
          { projectId: pathId(request, 'Project') },
          parentOf(request),
        );
        response.json(listOf(request, assignments.map(presentAssignment)));
      },
    ],
  });
  const subjects = { annotation: ['Annotation', 'annotationId'], feature: ['Feature', 'featureId'] } as const;
  for (const [kind, [what, field]] of Object.entries(subjects))
    methods(router, `/${kind}s/:id/assignee`, about(kind), {
      put: [
        async (request, response) => {
          const id = pathId(request, what);
          const assigneeId = namedId(body(request, assignment).assignee_id, 'assignee_id', 'User');
          const answer = await feature.assignEvidence({ [field]: id, assigneeId }, parentOf(request));
          response.json({ data: answer.assignment && presentAssignment(answer.assignment) });
        },
      ],
    });
  return router;
}
