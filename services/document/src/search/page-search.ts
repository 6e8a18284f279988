/** Looking for words on the pages of a project. */
import { isId, notFound, pageSpec, refuseFields, type CallContext, type PageSpec } from '@symbio/kit';
import { parseQuery } from '@symbio/page-engine/reading';
import type { ProjectAccess } from '@symbio/project-access';
import type { SearchPagesRequest } from '@symbio/proto/document';
import type { Documents } from '../documents.js';
import type { PageRow, StoredWord } from '../model.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { findHits } from './hits.js';
import type { PageTexts } from './page-text-repository.js';

/** Characters of a query. */
const MAX_QUERY = 200;

export interface FoundPage {
  page: PageRow;
  documentTitle: string;
  snippet: string;
  boxes: StoredWord[];
}

export interface PageSearchOptions {
  documents: Pick<Documents, 'page'>;
  repository: Pick<DocumentRepository, 'find' | 'pagesById' | 'titles'>;
  texts: PageTexts;
  access: ProjectAccess;
}

export class PageSearch {
  readonly #o: PageSearchOptions;

  constructor(options: PageSearchOptions) {
    this.#o = options;
  }

  /** Pages that hold all terms of the query. */
  async search(
    { projectId, query, documentId, paging }: SearchPagesRequest,
    context: CallContext,
  ): Promise<{ found: FoundPage[]; count: number; page: PageSpec }> {
    const terms = parseQuery(query.slice(0, MAX_QUERY));
    const fields: Record<string, string> = {};
    if (!projectId) fields['project_id'] = 'project_id is required';
    if (terms.length === 0) fields['q'] = 'q must have a letter or a digit';
    refuseFields(fields);
    await this.#o.access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
    if (documentId) await this.#documentIn(projectId, documentId);
    const page = pageSpec(paging);
    const { found: texts, count } = await this.#o.texts.search({ projectId, terms, documentId }, page);
    const [pages, titles] = await Promise.all([
      this.#o.repository.pagesById(texts.map(({ _id }) => _id)),
      this.#o.repository.titles([...new Set(texts.map((text) => text.documentId))]),
    ]);
    const found = texts.flatMap(({ _id, documentId: of, words }) => {
      const row = pages.get(_id);
      const documentTitle = titles.get(of);
      // deleted a moment ago, its words are about to go too
      if (!row || documentTitle === undefined) return [];
      return [{ page: row, documentTitle, ...findHits(words, terms) }];
    });
    return { found, count, page };
  }

  /** @throws AppError NOT_FOUND for a document that the project does not have */
  async #documentIn(projectId: string, documentId: string): Promise<void> {
    const document = isId(documentId) ? await this.#o.repository.find(documentId) : null;
    if (document?.projectId !== projectId) throw notFound('Document', 'document_id');
  }

  /** A page with its words. @throws AppError NOT_FOUND for a page the caller may not see */
  async words(pageId: string, context: CallContext): Promise<{ page: PageRow; words: StoredWord[] }> {
    const page = await this.#o.documents.page(pageId, context);
    return { page, words: await this.#o.texts.words(page._id) };
  }
}
