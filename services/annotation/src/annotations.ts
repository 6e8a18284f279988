import {
  conflict,
  invalidFields,
  isId,
  newId,
  notAuthorized,
  notFound,
  pageInfo,
  pageSpec,
  refuseStale,
  type Actor,
  type CallContext,
  type Client,
  type Clock,
  type Gone,
} from '@symbio/kit';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService } from '@symbio/proto/document';
import { annotationChanged, annotationCreated, annotationDeleted, annotationRestored, told } from './events.js';
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

/** Milliseconds for which a deletion can be taken back: until long after anybody presses undo. */
const RESTORABLE_MS = 30 * 86_400_000;
/** Deletions taken back that a mark remembers, at most; the newest. */
export const MAX_RESTORATIONS = 20;

/** What the rules work with. */
export interface AnnotationDeps {
  repository: AnnotationRepository;
  access: ProjectAccess;
  authors: Authorship;
  documents: Pick<Client<typeof DocumentServiceService>, 'getPage'>;
  gone: Gone;
  clock: Clock;
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

/** A mark goes for good, with its event. */
export async function eraseMark(repository: AnnotationRepository, id: string, actor: Actor): Promise<void> {
  await repository.erase(id, actor, (row) => told(annotationDeleted, row));
}

export type Annotations = ReturnType<typeof createAnnotations>;

/** The rules of marks on pages. */
export function createAnnotations({ repository, access, authors, documents, gone, clock, self }: AnnotationDeps) {
  /** The annotation, if the caller may do this to it. */
  async function allowed(
    context: CallContext,
    id: string,
    action: Action,
    find: AnnotationRepository['find'] = (wanted) => repository.find(wanted),
  ): Promise<AnnotationRow> {
    const row = await find(id);
    if (!row) throw notFound('Annotation');
    await access.require(context, row.projectId, roleFor(action), 'Annotation');
    if (!can(context.actor, action, row)) throw notAuthorized();
    return row;
  }

  const by = ({ authorId, name }: Actor) => ({ authorId, authorName: name, at: clock.now() });

  /** What a mark belongs to may have gone while it was written: then it goes, too. @throws AppError NOT_FOUND */
  async function unlessGone(row: AnnotationRow): Promise<AnnotationRow> {
    if (!(await gone.any(row.documentPageId, row.documentId, row.projectId))) return row;
    await eraseMark(repository, row._id, self);
    throw notFound('Page');
  }

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
      return unlessGone(row);
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
        refuseStale('This annotation', row, input.expectedUpdatedAt);
        return { set, events: told(annotationChanged, after(set)) };
      });
      if (!changed) throw notFound('Annotation');
      return changed;
    },

    /** It can be restored for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string): Promise<void> {
      await allowed(context, id, 'delete');
      const removal = by(context.actor);
      const set = { removal, purgeAt: new Date(removal.at.getTime() + RESTORABLE_MS) };
      await repository.change(id, context.actor, (_, after) => ({ set, events: told(annotationDeleted, after({})) }));
    },

    /**
     * Takes a deletion back: the same mark by the same author, with the decisions about it. Whoever may delete it may do
     * this; a mark that is there is answered as it is.
     * @throws AppError NOT_FOUND, also when what it was on is gone; PERMISSION_DENIED.
     */
    async restore(context: CallContext, id: string): Promise<AnnotationRow> {
      const there = await repository.find(id);
      if (there) return allowed(context, id, 'delete');
      await allowed(context, id, 'delete', (wanted) => repository.findRemoved(wanted));
      const restored = await repository.changeRemoved(id, context.actor, (row, after) => {
        const { removal: removed, restorations = [] } = row;
        if (!removed) return undefined;
        const set = {
          removal: undefined,
          purgeAt: undefined,
          restorations: [...restorations, { removed, restored: by(context.actor) }].slice(-MAX_RESTORATIONS),
        };
        return { set, events: told(annotationRestored, after(set)) };
      });
      // somebody else was quicker
      const row = restored ?? (await repository.find(id));
      if (!row) throw notFound('Annotation');
      return unlessGone(row);
    },

    /** Removes what was on a page, in a document or in a project that is gone. */
    async removeAllOf(source: Source, sourceId: string): Promise<void> {
      await gone.mark(sourceId);
      for (;;) {
        const ids = await repository.idsOf(source, sourceId, REMOVE_BATCH);
        if (ids.length === 0) return;
        for (let at = 0; at < ids.length; at += REMOVE_AT_ONCE)
          await Promise.all(ids.slice(at, at + REMOVE_AT_ONCE).map((id) => eraseMark(repository, id, self)));
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
