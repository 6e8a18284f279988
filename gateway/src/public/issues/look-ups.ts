import { Router } from 'express';
import type { Clients } from '../../clients.js';
import { presentHistoryEntry, presentLabel, presentLinkedIssue } from '../../present/issues.js';
import { parentOf, query } from '../../request.js';
import { methods } from '../../routing.js';
import { list } from '../../present/json.js';
import { requiredIssue } from './names.js';

/** What is known about issues: similar ones, labels, histories. */
export function lookUps({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues/similar', {
    get: [
      async (request, response) => {
        const { issues } = await issue.findSimilarIssues({ text: query(request, 'text') ?? '' }, parentOf(request));
        response.json({ data: issues.map(presentLinkedIssue) });
      },
    ],
  });
  methods(router, '/issues/labels', {
    get: [
      async (request, response) => {
        const { labels } = await issue.listLabels({}, parentOf(request));
        response.json({ data: labels.map(presentLabel) });
      },
    ],
  });
  methods(router, '/issues/history', {
    get: [
      async (request, response) => {
        const { entries } = await issue.listHistory({ issueId: requiredIssue(request, 'issue_id') }, parentOf(request));
        response.json(list(entries.map(presentHistoryEntry)));
      },
    ],
  });
  return router;
}
