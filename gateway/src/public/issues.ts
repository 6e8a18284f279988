import { Router } from 'express';
import { invalidFields, newId, refuseFields } from '@symbio/kit';
import type { IssueFields } from '@symbio/proto/issue';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, clientId, paging, requiredId, text } from '../input.js';
import { presentComment, presentIssue } from '../present/issues.js';
import { list } from '../present/json.js';
import { idOrNone, parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const fields = z.strictObject({
  title: text,
  description: text,
  type: text,
  severity: text,
  status: text,
  path: text,
  assignee: text,
});
const creation = fields.extend({ id: clientId });
const comment = z.strictObject({ id: clientId, issue_id: text, issueId: text, content: text });
const commentUpdate = z.strictObject({ id: text, issue_id: text, issueId: text, content: text });

/** null removes the assignee, absent leaves it. */
const toFields = (input: z.infer<typeof fields>): IssueFields => {
  const { assignee, ...rest } = input;
  const given = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? undefined]));
  return { ...given, assignee: assignee === null ? '' : assignee };
};

/** /api/public/issues and its comments. Both spellings of the issue's id are accepted (OP-54). */
export function issues({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues', {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const id = query(request, 'id');
        if (id !== undefined) {
          const found = await issue.getIssue({ id: idOrNone(id) }, parent);
          response.json({ issue: found.issue && presentIssue(found.issue) });
          return;
        }
        const answer = await issue.listIssues(
          { paging: paging(request), status: query(request, 'status') ?? '' },
          parent,
        );
        response.json(list(answer.issues.map(presentIssue), answer.pageInfo));
      },
    ],
    post: [
      async (request, response) => {
        // minted here at the latest: the call to the service is then safe to repeat
        const { id = newId(), ...input } = body(request, creation);
        const answer = await issue.createIssue({ id, fields: toFields(input) }, parentOf(request));
        response.status(201).json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredId(request, 'id', 'Issue');
        const answer = await issue.updateIssue({ id, fields: toFields(body(request, fields)) }, parentOf(request));
        response.json({ issue: answer.issue && presentIssue(answer.issue) });
      },
    ],
    delete: [
      async (request, response) => {
        await issue.deleteIssue({ id: requiredId(request, 'id', 'Issue') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/issues/comments', {
    get: [
      async (request, response) => {
        const { comments } = await issue.listComments(
          { issueId: requiredId(request, 'issue_id', 'Issue') },
          parentOf(request),
        );
        response.json(list(comments.map(presentComment)));
      },
    ],
    post: [
      async (request, response) => {
        const { id = newId(), ...input } = body(request, comment);
        const issueId = input.issue_id ?? input.issueId;
        if (!issueId) throw invalidFields({ issue_id: 'issue_id is required' });
        const answer = await issue.createComment(
          { id, issueId: idOrNone(issueId), content: input.content ?? '' },
          parentOf(request),
        );
        response.status(201).json({ data: answer.comment && presentComment(answer.comment) });
      },
    ],
    put: [
      async (request, response) => {
        const input = body(request, commentUpdate);
        const issueId = input.issueId ?? input.issue_id;
        const missing = {
          ...(input.id ? {} : { id: 'id is required' }),
          ...(issueId ? {} : { issueId: 'issueId is required' }),
        };
        refuseFields(missing);
        const answer = await issue.updateComment(
          {
            id: idOrNone(input.id ?? undefined),
            issueId: idOrNone(issueId ?? undefined),
            content: input.content ?? '',
          },
          parentOf(request),
        );
        response.json({ data: answer.comment && presentComment(answer.comment) });
      },
    ],
  });
  return router;
}
