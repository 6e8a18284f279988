import { invalidFields } from '@symbio/runtime';
import type { Handlers } from '@symbio/rpc';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { Assignments } from './assignments.js';
import type { Comments } from './comments.js';
import { toAssignment, toComment } from './mapping.js';

type CommentCalls =
  | 'listComments'
  | 'createComment'
  | 'updateComment'
  | 'deleteComment'
  | 'assignEvidence'
  | 'listAssignments';

export const createCommentHandlers = (
  comments: Comments,
  assignments: Assignments,
): Pick<Handlers<typeof FeatureServiceService>, CommentCalls> => ({
  async listComments({ annotationId, featureId, projectId, createdAfter }, context) {
    if (projectId && (annotationId || featureId))
      throw invalidFields({ project_id: 'Give only one of project_id, annotation_id and feature_id' });
    const rows = projectId
      ? await comments.ofProject(context, projectId, createdAfter)
      : await comments.list(context, { annotationId, featureId });
    return { comments: rows.map(toComment) };
  },

  createComment: async (request, context) => ({ comment: toComment(await comments.create(context, request)) }),

  async updateComment({ id, content, mentionedIds, expectedUpdatedAt }, context) {
    const row = await comments.update(context, { id, content, mentionedIds, expectedUpdatedAt });
    return { comment: toComment(row) };
  },

  async deleteComment({ id }, context) {
    await comments.delete(context, id);
    return {};
  },

  async assignEvidence({ annotationId, featureId, assigneeId }, context) {
    const row = await assignments.assign(context, { annotationId, featureId }, assigneeId);
    return { assignment: toAssignment(row) };
  },

  async listAssignments({ projectId }, context) {
    return { assignments: (await assignments.ofProject(context, projectId)).map(toAssignment) };
  },
});
