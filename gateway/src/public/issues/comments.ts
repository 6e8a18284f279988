import { issueRelations as operations, lastSeen } from '@symbio/api';
import type { Clients } from '../../clients.js';
import { presentComment } from '../../present/issues.js';
import { required } from '../../present/json.js';
import { route, type Route } from '../../http/serve.js';
import { withNextUpdatedAfter, updatedAfterOf, slicedResponse } from '../paging.js';

/** /issues/comments. Both spellings of the issue's id are accepted (OP-54). */
export const comments = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.listComments, async ({ query }, { parent }) => {
    const { comments: all } = await issue.listComments({ issueId: query.issue_id }, parent);
    const since = updatedAfterOf(query);
    const wanted = since ? all.filter(({ updatedAt }) => updatedAt && updatedAt > since) : all;
    return withNextUpdatedAfter(slicedResponse(wanted.map(presentComment), query), query);
  }),
  route(operations.createComment, async ({ body: { id, ...input } }, { parent, mintId }) => {
    const { comment } = await issue.createComment(
      { id: id ?? mintId(), issueId: input.issue_id ?? input.issueId ?? '', content: input.content },
      parent,
    );
    return { data: presentComment(required(comment)) };
  }),
  route(operations.updateComment, async ({ body }, { parent }) => {
    const { comment } = await issue.updateComment(
      {
        id: body.id,
        issueId: body.issueId ?? body.issue_id ?? '',
        content: body.content,
        expectedUpdatedAt: lastSeen(body),
      },
      parent,
    );
    return { data: presentComment(required(comment)) };
  }),
];
