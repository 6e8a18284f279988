/** What others did in a project since the caller last looked, composed from the current state of its entities. */
import type { Router } from 'express';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { about, unseen } from '../http/audit/audit-subject.js';
import { body, pathId } from '../http/input.js';
import { callerOf, parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import { moment } from '../present/json.js';
import { grouped, happenings } from './happenings.js';

type Services = Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'job' | 'project'>;

/** Milliseconds; older changes are not listed. */
const LONGEST_MS = 60 * 86_400_000;

const seen = z.strictObject({ until: z.iso.datetime({ error: 'until must be a date and time' }).nullish() });

export function changes(clients: Services): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/changes', about('project'), {
    get: [
      async (request, response) => {
        const projectId = pathId(request, 'Project');
        const parent = parentOf(request);
        const { seenAt } = await clients.project.getLastLook({ projectId }, parent);
        const until = new Date();
        const since = new Date(Math.max(seenAt?.getTime() ?? 0, until.getTime() - LONGEST_MS));
        const all = await happenings(clients, { projectId, since, actor: callerOf(request).actor }, parent);
        response.json({ data: { since: moment(since), until: moment(until), ...grouped(all) } });
      },
    ],
  });
  methods(router, '/projects/:id/changes/seen', about('project', { post: unseen }), {
    post: [
      async (request, response) => {
        const { until } = body(request, seen);
        const { seenAt } = await clients.project.markSeen(
          { projectId: pathId(request, 'Project'), until: until ? new Date(until) : undefined },
          parentOf(request),
        );
        response.json({ data: { seen_at: moment(seenAt) } });
      },
    ],
  });
  return router;
}
