import { Router } from 'express';
import { invalidFields, newId, refuseFields } from '@symbio/kit';
import { z } from 'zod';
import type { Clients } from '../../clients.js';
import { body, clientId, text } from '../../input.js';
import { presentComment } from '../../present/issues.js';
import { list } from '../../present/json.js';
import { idOrNone, parentOf } from '../../request.js';
import { methods } from '../../routing.js';
import { nameOrNone, requiredIssue } from './names.js';

const comment = z.strictObject({ id: clientId, issue_id: text, issueId: text, content: text });
const commentUpdate = z.strictObject({ id: text, issue_id: text, issueId: text, content: text });

/** /issues/comments. Both spellings of the issue's id are accepted (OP-54). */
export function comments({ issue }: Pick<Clients, 'issue'>): Router {
  const router = Router();
  methods(router, '/issues/comments', {
    get: [
      async (request, response) => {
        const answer = await issue.listComments({ issueId: requiredIssue(request, 'issue_id') }, parentOf(request));
        response.json(list(answer.comments.map(presentComment)));
      },
    ],
    post: [
      async (request, response) => {
        const { id = newId(), ...input } = body(request, comment);
        const issueId = input.issue_id ?? input.issueId;
        if (!issueId) throw invalidFields({ issue_id: 'issue_id is required' });
        const answer = await issue.createComment(
          { id, issueId: nameOrNone(issueId), content: input.content ?? '' },
          parentOf(request),
        );
        response.status(201).json({ data: answer.comment && presentComment(answer.comment) });
      },
    ],
    put: [
      async (request, response) => {
        const input = body(request, commentUpdate);
        const issueId = input.issueId ?? input.issue_id;
        refuseFields({
          ...(input.id ? {} : { id: 'id is required' }),
          ...(issueId ? {} : { issueId: 'issueId is required' }),
        });
        const answer = await issue.updateComment(
          { id: idOrNone(input.id ?? undefined), issueId: nameOrNone(issueId), content: input.content ?? '' },
          parentOf(request),
        );
        response.json({ data: answer.comment && presentComment(answer.comment) });
      },
    ],
  });
  return router;
}
