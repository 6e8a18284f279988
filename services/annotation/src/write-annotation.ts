import {
  conflict,
  invalidFields,
  isId,
  newId,
  notFound,
  refuseFields,
  refuseStale,
  type CallContext,
} from '@symbio/kit';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import type { AnnotationRecords } from './annotation-records.js';
import { contentProblems } from './checks.js';
import { annotationEvent } from './events.js';
import type { AnnotationRow } from './model.js';
import { roleFor } from './policy.js';
import { sameShape, shapeProblems, type Shape } from './shapes.js';

/** What an annotation is called until somebody names it (DATA-11). */
export const DEFAULT_CONTENT = 'label';

export interface NewAnnotation {
  id: string;
  documentId: string;
  documentPageId: string;
  shape: Shape | undefined;
  content: string | undefined;
  authorId: string | undefined;
}

export interface AnnotationUpdate {
  id: string;
  shape: Shape | undefined;
  content: string | undefined;
  expectedUpdatedAt: Date | undefined;
}

/** Making annotations, and changing their outline and label. */
export function createAnnotationWrites(
  { repository, access, authors, documents }: AnnotationDeps,
  { allowed, unlessSourceDeleted }: AnnotationRecords,
) {
  return {
    /**
     * Annotates a page. The same id by the same author again answers the annotation there is (ANN-11: the client may not
     * have received the first answer).
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the page, PERMISSION_DENIED,
     * FAILED_PRECONDITION when the id is taken or the page has no picture.
     */
    async create(context: CallContext, input: NewAnnotation): Promise<AnnotationRow> {
      const content = input.content?.trim() || DEFAULT_CONTENT;
      refuseFields({
        ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
        ...(input.documentPageId ? {} : { document_page_id: 'document_page_id is required' }),
        ...(input.documentId ? {} : { document_id: 'document_id is required' }),
        ...(input.shape ? {} : { coordinates: 'An ellipse or a rectangle is required' }),
        ...contentProblems(content),
      });
      const shape = input.shape!;

      const page = (await documents.getPage({ id: input.documentPageId }, context)).page;
      if (!page) throw notFound('Page');
      await access.require(context, page.projectId, roleFor('create'), 'Page');
      if (page.documentId !== input.documentId)
        throw invalidFields({ document_page_id: 'The page does not belong to the document' });
      const size = { width: page.width, height: page.height };
      if (!(size.width > 0 && size.height > 0))
        throw conflict('page_not_ready', 'This page has no picture yet. Process the document first.');
      refuseFields(shapeProblems(shape, size));
      const author = await authors.resolve(context, input.authorId);

      const id = input.id || newId();
      const values = {
        projectId: page.projectId,
        documentId: page.documentId,
        documentPageId: page.id,
        shape,
        page: size,
        content,
        authorId: author.id,
        authorType: author.type,
        authorName: author.name,
      };
      const row = await repository.insert(id, values, context.actor, (fresh) => [
        annotationEvent(annotationEvents.created, fresh),
      ]);
      if (!row) {
        const existing = await repository.find(id);
        if (existing && existing.authorId === author.id && existing.documentPageId === page.id) return existing;
        throw conflict('id_taken', 'An annotation with this id exists already.');
      }
      return unlessSourceDeleted(row);
    },

    /**
     * Moves, resizes or renames an annotation. What is already so changes nothing and publishes nothing, so that a
     * repeated call is harmless also when its first run has moved `updated_at` on.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale.
     */
    async update(context: CallContext, input: AnnotationUpdate): Promise<AnnotationRow> {
      const seen = await allowed(context, input.id, 'change');
      const content = input.content === undefined ? undefined : input.content.trim() || DEFAULT_CONTENT;
      refuseFields({
        ...(content === undefined ? {} : contentProblems(content)),
        ...(input.shape ? shapeProblems(input.shape, seen.page) : {}),
      });
      const changed = await repository.change(input.id, context.actor, (row, after) => {
        const shape = input.shape && !sameShape(input.shape, row.shape) ? input.shape : row.shape;
        const set = { shape, content: content ?? row.content };
        if (set.shape === row.shape && set.content === row.content) return undefined;
        refuseStale('This annotation', row, input.expectedUpdatedAt);
        return { set, events: [annotationEvent(annotationEvents.changed, after(set))] };
      });
      if (!changed) throw notFound('Annotation');
      return changed;
    },
  };
}
