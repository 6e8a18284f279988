import { Router } from 'express';
import { refuseFields } from '@symbio/kit';
import { z } from 'zod';
import type { Clients } from '../../clients.js';
import { body, requiredQuery, text } from '../../input.js';
import { presentIssue } from '../../present/issues.js';
import { parentOf } from '../../request.js';
import { methods } from '../../routing.js';
import { nameOrNone, requiredIssue } from './names.js';

const link = z.strictObject({ issue_id: text, type: text, other_id: text });

/** /issues/links: what issues are to each other. */
export function links({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues/links', {
    post: [
      async (request, response) => {
        const input = body(request, link);
        refuseFields({
          ...(input.issue_id ? {} : { issue_id: 'issue_id is required' }),
          ...(input.type ? {} : { type: 'type is required' }),
          ...(input.other_id ? {} : { other_id: 'other_id is required' }),
        });
        const answer = await issue.linkIssues(
          { issueId: nameOrNone(input.issue_id), type: input.type ?? '', otherId: nameOrNone(input.other_id) },
          parentOf(request),
        );
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
    delete: [
      async (request, response) => {
        const answer = await issue.unlinkIssues(
          {
            issueId: requiredIssue(request, 'issue_id'),
            type: requiredQuery(request, 'type'),
            otherId: requiredIssue(request, 'other_id'),
          },
          parentOf(request),
        );
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
  });
  return router;
}
