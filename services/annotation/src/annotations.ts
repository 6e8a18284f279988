import {
  conflict,
  invalidFields,
  isId,
  newId,
  notAuthorized,
  notFound,
  pageInfo,
  pageSpec,
  stale,
  type Actor,
  type CallContext,
  type Client,
  type Gone,
} from '@symbio/kit';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService } from '@symbio/proto/document';
import { annotationChanged, annotationCreated, annotationDeleted, told } from './events.js';
import type { AnnotationRow } from './model.js';
import { can, roleFor, type Action } from './policy.js';
import type { AnnotationFilter, AnnotationRepository, Source } from './repository.js';
import { sameShape, shapeProblems, type Shape } from './shapes.js';

/** What a mark is called until somebody names it (DATA-11). */
export const DEFAULT_CONTENT = 'label';
/** Characters of a label, at most: it is drawn beside the mark. */
export const MAX_CONTENT = 500;
/** Marks removed in one go, and side by side. */
const REMOVE_BATCH = 200;
const REMOVE_AT_ONCE = 8;

/** What the rules work with. */
export interface AnnotationDeps {
  repository: AnnotationRepository;
  access: ProjectAccess;
  authors: Authorship;
  documents: Pick<Client<typeof DocumentServiceService>, 'getPage'>;
  gone: Gone;
  /** Whose doing the reactions to other services' events are. */
  self: Actor;
}

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

export interface AnnotationList {
  rows: AnnotationRow[];
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

/** A mark goes, with its event. */
export async function removeMark(repository: AnnotationRepository, id: string, actor: Actor): Promise<void> {
  await repository.change(id, actor, (_, after) => ({ remove: true, events: told(annotationDeleted, after({})) }));
}

export type Annotations = ReturnType<typeof createAnnotations>;

/** The rules of marks on pages. */
export function createAnnotations({ repository, access, authors, documents, gone, self }: AnnotationDeps) {
  /** The annotation, if the caller may do this to it. */
  async function allowed(context: CallContext, id: string, action: Action): Promise<AnnotationRow> {
    const row = await repository.find(id);
    if (!row) throw notFound('Annotation');
    await access.require(context, row.projectId, roleFor(action), 'Annotation');
    if (!can(context.actor, action, row)) throw notAuthorized();
    return row;
  }

  const remove = (id: string, actor: Actor): Promise<void> => removeMark(repository, id, actor);

  return {
    /** Oldest first, of the projects the caller may see. @throws AppError INVALID_ARGUMENT without any filter. */
    async list(
      context: CallContext,
      filter: AnnotationFilter,
      paging: { page: number; perPage: number } | undefined,
    ): Promise<AnnotationList> {
      if (Object.keys(filter).length === 0)
        throw invalidFields({
          document_page_id: 'One of document_page_id, document_id, author_id and project_id is required',
        });
      const visible = [...(await access.visible(context, await repository.projectsOf(filter)))];
      if (!paging) return { rows: await repository.list(filter, visible), pageInfo: undefined };
      const slice = pageSpec(paging);
      const [rows, count] = await Promise.all([
        repository.list(filter, visible, slice),
        repository.count(filter, visible),
      ]);
      return { rows, pageInfo: pageInfo(slice, count) };
    },

    /** @throws AppError NOT_FOUND when there is none the caller may see. */
    get: (context: CallContext, id: string): Promise<AnnotationRow> => allowed(context, id, 'view'),

    /**
     * Marks a page. The same id by the same author again answers the annotation there is (ANN-11: the client may not
     * have heard the first answer).
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the page, PERMISSION_DENIED,
     * FAILED_PRECONDITION when the id is taken or the page has no picture.
     */
    async create(context: CallContext, input: NewAnnotation): Promise<AnnotationRow> {
      const content = input.content?.trim() || DEFAULT_CONTENT;
      throwIfAny({
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
      throwIfAny(shapeProblems(shape, size));
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
      const row = await repository.insert(id, values, context.actor, (fresh) => told(annotationCreated, fresh));
      if (!row) {
        const existing = await repository.find(id);
        if (existing && existing.authorId === author.id && existing.documentPageId === page.id) return existing;
        throw conflict('id_taken', 'An annotation with this id exists already.');
      }
      if (await gone.any(page.id, page.documentId, page.projectId)) {
        await remove(id, self);
        throw notFound('Page');
      }
      return row;
    },

    /**
     * Moves, resizes or renames a mark. What is already so changes nothing and is told to nobody, so that a repeated
     * call is harmless also when its first run has moved `updated_at` on.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale.
     */
    async update(context: CallContext, input: AnnotationUpdate): Promise<AnnotationRow> {
      const seen = await allowed(context, input.id, 'change');
      const content = input.content === undefined ? undefined : input.content.trim() || DEFAULT_CONTENT;
      throwIfAny({
        ...(content === undefined ? {} : contentProblems(content)),
        ...(input.shape ? shapeProblems(input.shape, seen.page) : {}),
      });
      const changed = await repository.change(input.id, context.actor, (row, after) => {
        const shape = input.shape && !sameShape(input.shape, row.shape) ? input.shape : row.shape;
        const set = { shape, content: content ?? row.content };
        if (set.shape === row.shape && set.content === row.content) return undefined;
        if (input.expectedUpdatedAt && input.expectedUpdatedAt.getTime() !== row.updatedAt.getTime())
          throw stale('This annotation');
        return { set, events: told(annotationChanged, after(set)) };
      });
      if (!changed) throw notFound('Annotation');
      return changed;
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string): Promise<void> {
      await allowed(context, id, 'delete');
      await remove(id, context.actor);
    },

    /** Removes what was on a page, in a document or in a project that is gone. */
    async removeAllOf(source: Source, sourceId: string): Promise<void> {
      await gone.mark(sourceId);
      for (;;) {
        const ids = await repository.idsOf(source, sourceId, REMOVE_BATCH);
        if (ids.length === 0) return;
        for (let at = 0; at < ids.length; at += REMOVE_AT_ONCE)
          await Promise.all(ids.slice(at, at + REMOVE_AT_ONCE).map((id) => remove(id, self)));
      }
    },
  };
}

/** What is wrong with a label. */
export function contentProblems(content: string): Record<string, string> {
  return [...content].length > MAX_CONTENT ? { content: `The label must have at most ${MAX_CONTENT} characters` } : {};
}

/** @throws AppError INVALID_ARGUMENT that names every bad field, unless there is none. */
export function throwIfAny(problems: Record<string, string>): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}
