import { conflict, type Handlers } from '@symbio/kit';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { Annotations } from './annotations.js';
import type { Reviews } from './reviews.js';
import { fromShapeMessage, toAnnotation } from './mapping.js';

const notServed = () => Promise.reject(conflict('not_served', 'This is not served by this version yet.'));

/** The calls of annotation_service.proto. */
export const createHandlers = (
  annotations: Annotations,
  reviews: Reviews,
): Handlers<typeof AnnotationServiceService> => ({
  async listAnnotations({ documentPageId, documentId, authorId, projectId, paging }, context) {
    const filter = {
      ...(documentPageId && { documentPageId }),
      ...(documentId && { documentId }),
      ...(authorId && { authorId }),
      ...(projectId && { projectId }),
    };
    const { rows, pageInfo } = await annotations.list(context, filter, paging);
    return { annotations: rows.map(toAnnotation), pageInfo };
  },

  async getAnnotation({ id }, context) {
    return { annotation: toAnnotation(await annotations.get(context, id)) };
  },

  async createAnnotation({ id, documentId, documentPageId, shape, content, authorId }, context) {
    const input = { id, documentId, documentPageId, shape: fromShapeMessage(shape), content, authorId };
    return { annotation: toAnnotation(await annotations.create(context, input)) };
  },

  async updateAnnotation({ id, shape, content, expectedUpdatedAt }, context) {
    const input = { id, shape: fromShapeMessage(shape), content, expectedUpdatedAt };
    return { annotation: toAnnotation(await annotations.update(context, input)) };
  },

  async reviewAnnotation({ id, action, reason, copyId, shape, content }, context) {
    const input = { id, action, reason, copyId, shape: fromShapeMessage(shape), content };
    const { row, copy } = await reviews.review(context, input);
    return { annotation: toAnnotation(row), copy: copy && toAnnotation(copy) };
  },

  async deleteAnnotation({ id }, context) {
    await annotations.delete(context, id);
    return {};
  },

  async restoreAnnotation({ id }, context) {
    return { annotation: toAnnotation(await annotations.restore(context, id)) };
  },

  createAnnotations: notServed,
  createRun: notServed,
  getRun: notServed,
  listRuns: notServed,
  finishRun: notServed,
  undoRun: notServed,
  reviewRun: notServed,
});
