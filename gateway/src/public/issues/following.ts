import { Router } from 'express';
import type { Clients } from '../../clients.js';
import { presentIssue } from '../../present/issues.js';
import { parentOf } from '../../request.js';
import { methods } from '../../routing.js';
import { requiredIssue } from './names.js';

/** /issues/follow: whether the caller is told of changes. */
export function following({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues/follow', {
    put: [
      async (request, response) => {
        const answer = await issue.followIssue({ issueId: requiredIssue(request, 'issue_id') }, parentOf(request));
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
    delete: [
      async (request, response) => {
        const answer = await issue.unfollowIssue({ issueId: requiredIssue(request, 'issue_id') }, parentOf(request));
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
  });
  return router;
}
