/** Documents and pages, except uploading, classifying and processing. */
import { DEFAULT_PER_PAGE, MAX_SEARCH } from '@symbio/proto/limits';
import { invalidFields, isId, isNotFound, notFound, refuseFields, refuseStale, type Clock } from '@symbio/runtime';
import { pagedList, pageInfo, pageSpec, type CallContext, type PagedList } from '@symbio/rpc';
import { SIGNED_URL_SECONDS } from '@symbio/proto/files';
import { CATEGORIES, isCategory, type CategoryValue } from '@symbio/page-engine/classification';
import type { ProjectAccess } from '@symbio/project-access';
import {
  documentEvents,
  type FindByHashRequest,
  type ListDocumentsRequest,
  type ListPagesRequest,
  type UpdateDocumentRequest,
} from '@symbio/proto/document';
import { documentEvent } from '../events.js';
import type { Links } from '../files/links.js';
import type { DocumentRow, PageRow } from '../model.js';
import { afterPage, pageCursor } from './page-cursor.js';
import type { PageTypes } from '../page-kinds/page-types.js';
import { NEEDED_ROLE, refuseForAgent, type DocumentAction } from '../policy.js';
import {
  isSortName,
  NEWEST_FIRST,
  SORT_FIELDS,
  type DocumentOrder,
  type DocumentRepository,
  type DocumentWriter,
} from '../repository.js';

export interface DocumentsDeps {
  repository: DocumentRepository;
  writer: DocumentWriter;
  pageTypes: PageTypes;
  access: ProjectAccess;
  links: Links;
  clock: Clock;
}

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 5_000;
/** Per request: the files of one batch. */
const MAX_HASHES = 100;
export const FIRST_PAGE = { page: 1, perPage: DEFAULT_PER_PAGE };

export function createDocuments({ repository, access, writer, pageTypes, clock, links }: DocumentsDeps) {
  /**
   * Document that the caller may not see is not found.
   * @param field the input that names it, if the call is about something else
   */
  async function visible(
    id: string,
    action: DocumentAction,
    context: CallContext,
    field?: string,
  ): Promise<DocumentRow> {
    const row = isId(id) ? await repository.find(id) : null;
    if (!row) throw notFound('Document', field);
    await access.require(context, row.projectId, NEEDED_ROLE[action], 'Document', field);
    if (action === 'delete') refuseForAgent(context.actor);
    return row;
  }

  return {
    visible,

    async list(request: ListDocumentsRequest, context: CallContext): Promise<PagedList<DocumentRow>> {
      const { projectId, category } = request;
      const fields: Record<string, string> = {};
      if (!projectId) fields['project_id'] = 'project_id is required';
      if (category && !isCategory(category)) fields['category'] = badCategory();
      const order = checkOrder(request, fields);
      refuseFields(fields);
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      const filter = {
        projectId,
        search: request.search.trim().slice(0, MAX_SEARCH),
        ...(isCategory(category) && { category }),
        ...(request.updatedAfter && { updatedAfter: request.updatedAfter }),
        ...(request.toProcess && { toProcess: true }),
      };
      return pagedList(
        request.paging ?? FIRST_PAGE,
        (slice) => repository.list(filter, slice, order),
        () => repository.count(filter),
        // a cursor is a position in the default order
        order === NEWEST_FIRST ? ({ createdAt: at, _id }) => ({ at, id: _id }) : undefined,
      );
    },

    /** Oldest first. */
    async findByHash({ projectId, sha256 }: FindByHashRequest, context: CallContext): Promise<DocumentRow[]> {
      const fields: Record<string, string> = {};
      if (!projectId) fields['project_id'] = 'project_id is required';
      if (sha256.length > MAX_HASHES) fields['sha256'] = `sha256 may name ${MAX_HASHES} files at most`;
      else if (sha256.some((hash) => !/^[0-9a-f]{64}$/.test(hash)))
        fields['sha256'] = 'sha256 must be hashes in lower-case hex';
      refuseFields(fields);
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      return repository.withHashes(projectId, sha256);
    },

    /**
     * DOC-09 to DOC-11. A category saved by a person is their choice even if unchanged.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale
     */
    async update(request: UpdateDocumentRequest, context: CallContext): Promise<DocumentRow> {
      await visible(request.id, 'update', context);
      refuseForAgent(context.actor);
      const { title, description, category } = checkUpdate(request);
      const row = await writer.change(request.id, context.actor, (document, after) => {
        // an untouched category before the classification is no choice
        const chosen = category !== document.category || document.classification !== undefined;
        const set = { title, description, category, ...(chosen && { categoryBy: 'person' as const }) };
        if (isUnchanged(document, set)) return undefined;
        refuseStale('This document', document, request.expectedUpdatedAt);
        return { set, events: [documentEvent(documentEvents.changed, after(set), document)] };
      });
      if (!row) throw notFound('Document');
      await pageTypes.follow(row, context.actor);
      return row;
    },

    async setCategory(
      id: string,
      to: Pick<DocumentRow, 'category' | 'categoryBy'>,
      context: CallContext,
    ): Promise<DocumentRow> {
      await visible(id, 'update', context);
      refuseForAgent(context.actor);
      const row = await writer.change(id, context.actor, (document, after) => ({
        set: to,
        events: [documentEvent(documentEvents.changed, after(to), document)],
      }));
      if (!row) throw notFound('Document');
      await pageTypes.follow(row, context.actor);
      return row;
    },

    async downloadUrl(
      id: string,
      expiresIn: number,
      context: CallContext,
      { original = false } = {},
    ): Promise<{ url: string; expiresAt: string }> {
      const row = await visible(id, 'read', context);
      const seconds = expiresIn || SIGNED_URL_SECONDS;
      if (seconds < 1 || seconds > SIGNED_URL_SECONDS)
        throw invalidFields({ expires_in: `expires_in must be from 1 to ${SIGNED_URL_SECONDS} seconds` });
      const expiresAt = new Date(clock.now().getTime() + seconds * 1_000);
      const isOriginal = original && row.original !== undefined;
      const url = isOriginal
        ? await links.original(row, context.actor, seconds)
        : await links.download(row, seconds, context.actor);
      return { url, expiresAt: expiresAt.toISOString() };
    },

    async pages(request: ListPagesRequest, context: CallContext): Promise<PagedList<PageRow>> {
      const { documentId, paging, updatedAfter } = request;
      await visible(documentId, 'read', context, 'document_id');
      const filter = { documentId, ...(updatedAfter && { updatedAfter }) };
      if (!paging) return { rows: await repository.listPages(filter), pageInfo: undefined };
      const { cursor, ...numbered } = paging;
      const spec = pageSpec(cursor ? { ...numbered, page: 1 } : numbered);
      const slice = { ...spec, after: cursor ? afterPage(cursor) : undefined };
      const [more, count] = await Promise.all([repository.listPages(filter, slice), repository.countPages(filter)]);
      const rows = more.slice(0, spec.perPage);
      const last = rows.at(-1);
      const next = last && more.length > rows.length ? pageCursor(last.pageNumber) : undefined;
      return { rows, pageInfo: pageInfo(spec, count, next) };
    },

    async page(id: string, context: CallContext, action: DocumentAction = 'read'): Promise<PageRow> {
      const row = isId(id) ? await repository.findPage(id) : null;
      if (!row) throw notFound('Page');
      await visible(row.documentId, action, context).catch((error: unknown) => {
        throw isNotFound(error) ? notFound('Page') : error;
      });
      return row;
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;

/** @param fields receives a sentence for each bad one */
function checkOrder({ sort, order, paging }: ListDocumentsRequest, fields: Record<string, string>): DocumentOrder {
  if (sort && !isSortName(sort)) fields['sort'] = `sort must be one of ${Object.keys(SORT_FIELDS).join(', ')}`;
  if (order && order !== 'asc' && order !== 'desc') fields['order'] = 'order must be asc or desc';
  const isDefault = (!sort || sort === 'created_at') && order !== 'asc';
  if (isDefault || !isSortName(sort || 'created_at')) return NEWEST_FIRST;
  if (paging?.cursor) fields['sort'] = 'sort and order do not go with a cursor';
  return { sort: isSortName(sort) ? sort : 'created_at', descending: order !== 'asc' };
}

const isUnchanged = (document: DocumentRow, set: Partial<DocumentRow>): boolean =>
  document.title === set.title &&
  (document.description ?? '') === (set.description ?? '') &&
  document.category === set.category &&
  (set.categoryBy === undefined || document.categoryBy === set.categoryBy);

const badCategory = (): string => `category must be one of ${CATEGORIES.map(({ value }) => value).join(', ')}`;

export function checkCategory(text: string): CategoryValue {
  if (isCategory(text)) return text;
  throw invalidFields({ category: badCategory() });
}

function checkUpdate(request: UpdateDocumentRequest): { title: string; description?: string; category: CategoryValue } {
  const title = request.title.trim();
  const description = request.description?.trim();
  const { category } = request;
  const fields: Record<string, string> = {};
  if (!title) fields['title'] = 'Title is required';
  if (title.length > MAX_TITLE) fields['title'] = `Title must have at most ${MAX_TITLE} characters`;
  if ((description?.length ?? 0) > MAX_DESCRIPTION)
    fields['description'] = `Description must have at most ${MAX_DESCRIPTION} characters`;
  if (!isCategory(category)) fields['category'] = category ? badCategory() : 'Category is required';
  if (Object.keys(fields).length > 0 || !isCategory(category)) throw invalidFields(fields);
  return { title, category, description: description || undefined };
}
