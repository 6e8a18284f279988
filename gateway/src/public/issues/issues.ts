import { Router, type Request, type Response } from 'express';
import { AppError, newId, type CallParent } from '@symbio/kit';
import type { IssueFields, UpdateIssueRequest } from '@symbio/proto/issue';
import { z } from 'zod';
import type { Clients } from '../../clients.js';
import { errorBody, statusOf } from '../../errors.js';
import { body, clientId, lastSeen, text, updatedAt } from '../../input.js';
import { presentIssue } from '../../present/issues.js';
import { list } from '../../present/json.js';
import { parentOf, query, requestOf } from '../../request.js';
import { methods } from '../../routing.js';
import { listQuery } from './list-query.js';
import { nameOrNone, requiredIssue } from './names.js';

const fields = z.strictObject({
  title: text,
  description: text,
  type: text,
  severity: text,
  status: text,
  path: text,
  assignee: text,
  labels: z.array(z.string()).nullish(),
});
const context = z.array(z.strictObject({ name: z.string(), value: z.string() })).nullish();
const creation = fields.extend({ id: clientId, context });
const update = fields.extend({ updated_at: updatedAt });

/** null removes the assignee, absent leaves it. */
const toFields = (input: z.infer<typeof fields>): IssueFields => ({
  title: input.title ?? undefined,
  description: input.description ?? undefined,
  type: input.type ?? undefined,
  severity: input.severity ?? undefined,
  status: input.status ?? undefined,
  path: input.path ?? undefined,
  assignee: input.assignee === null ? '' : input.assignee,
  labels: input.labels ? { labels: input.labels } : undefined,
});

type Issues = Clients['issue'];

/** Saves a change; one that comes too late is refused together with the issue as it is now, so that both can be shown. */
async function save(issue: Issues, change: UpdateIssueRequest, request: Request, response: Response): Promise<void> {
  const parent: CallParent = parentOf(request);
  try {
    const saved = await issue.updateIssue(change, parent);
    response.json({ issue: saved.issue && presentIssue(saved.issue) });
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'stale') throw error;
    const current = await issue.getIssue({ id: change.id }, parent);
    response
      .status(statusOf(error))
      .json({ ...errorBody(error, requestOf(request).requestId), issue: current.issue && presentIssue(current.issue) });
  }
}

/** /issues: the list, and one issue. */
export function issueList({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues', {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const name = query(request, 'id');
        if (name !== undefined) {
          const found = await issue.getIssue({ id: nameOrNone(name) }, parent);
          response.json({ issue: found.issue && presentIssue(found.issue) });
          return;
        }
        const answer = await issue.listIssues(listQuery(request), parent);
        response.json(list(answer.issues.map(presentIssue), answer.pageInfo));
      },
    ],
    post: [
      async (request, response) => {
        // minted here at the latest: the call to the service is then safe to repeat
        const { id = newId(), context: attached, ...input } = body(request, creation);
        const answer = await issue.createIssue(
          { id, fields: toFields(input), context: attached ?? [] },
          parentOf(request),
        );
        response.status(201).json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredIssue(request, 'id');
        const input = body(request, update);
        await save(issue, { id, fields: toFields(input), expectedUpdatedAt: lastSeen(input) }, request, response);
      },
    ],
    delete: [
      async (request, response) => {
        await issue.deleteIssue({ id: requiredIssue(request, 'id') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/issues/restore', {
    post: [
      async (request, response) => {
        const answer = await issue.restoreIssue({ id: requiredIssue(request, 'id') }, parentOf(request));
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
  });
  return router;
}
