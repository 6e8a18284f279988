import { Router } from 'express';
import type { BatchResult } from '@symbio/proto/issue';
import { z } from 'zod';
import type { Clients } from '../../clients.js';
import { body, text } from '../../input.js';
import { presentIssue } from '../../present/issues.js';
import { parentOf } from '../../request.js';
import { methods } from '../../routing.js';

const batch = z.strictObject({
  ids: z.array(z.string()),
  status: text,
  severity: text,
  assignee: text,
  labels_add: z.array(z.string()).nullish(),
  labels_remove: z.array(z.string()).nullish(),
  delete: z.boolean().nullish(),
});

/** What became of one issue: as it is now, or a sentence that says why not. */
const presentResult = ({ id, outcome }: BatchResult) =>
  outcome?.$case === 'error'
    ? { id, error: outcome.value.message, code: outcome.value.code }
    : { id, issue: outcome ? presentIssue(outcome.value) : null };

/** /issues/batch: several issues at once, each for itself. */
export function several({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues/batch', {
    post: [
      async (request, response) => {
        const input = body(request, batch);
        const { results } = await issue.batchUpdateIssues(
          {
            ids: input.ids,
            status: input.status ?? undefined,
            severity: input.severity ?? undefined,
            // null removes the assignee, absent leaves it
            assignee: input.assignee === null ? '' : input.assignee,
            labelsAdd: input.labels_add ?? [],
            labelsRemove: input.labels_remove ?? [],
            delete: input.delete ?? false,
          },
          parentOf(request),
        );
        response.json({ data: results.map(presentResult) });
      },
    ],
  });
  return router;
}
