import { comments as operations, lastSeen } from '@symbio/api';
import type { Clients } from '../clients.js';
import { presentEvidenceComment } from '../present/comments.js';
import { required } from '../present/json.js';
import { route, type Route } from '../http/serve.js';
import { success } from '../present/answers.js';
import { slicedResponse } from './paging.js';

export const comments = ({ feature }: Pick<Clients, 'feature'>): Route[] => [
  route(operations.listEvidenceComments, async ({ query }, { parent }) => {
    const { annotation_id: annotationId, feature_id: featureId } = query;
    const answer = await feature.listComments({ annotationId, featureId }, parent);
    return slicedResponse(answer.comments.map(presentEvidenceComment), query);
  }),
  route(operations.createEvidenceComment, async ({ body }, { parent, mintId }) => {
    const { comment } = await feature.createComment(
      {
        id: body.id ?? mintId(),
        annotationId: body.annotation_id ?? '',
        featureId: body.feature_id ?? '',
        content: body.content,
        mentionedIds: body.mentioned_ids ?? [],
      },
      parent,
    );
    return { data: presentEvidenceComment(required(comment)) };
  }),
  route(operations.updateEvidenceComment, async ({ query: { id }, body }, { parent }) => {
    const { comment } = await feature.updateComment(
      { id, content: body.content, mentionedIds: body.mentioned_ids ?? [], expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return { data: presentEvidenceComment(required(comment)) };
  }),
  route(operations.deleteEvidenceComment, async ({ query: { id } }, { parent }) => {
    await feature.deleteComment({ id }, parent);
    return success(false);
  }),
];
