import { isId, notFound, refuseFields } from '@symbio/runtime';
import { pageSpec, type CallContext, type PageSpec } from '@symbio/rpc';
import { parseQuery } from '@symbio/page-engine/reading';
import type { ProjectAccess } from '@symbio/project-access';
import type { SearchPagesRequest } from '@symbio/proto/document';
import { isSearchOrder, SEARCH_ORDERS, type MatchKind } from '@symbio/proto/document/vocabulary';
import type { Documents } from '../documents/documents.js';
import type { PageRow, StoredWord } from '../model.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { findPages, soughtTerms, type RankedPage, type SoughtTerm } from './find-pages.js';
import { findHits, type Hits } from './hits.js';
import type { PageTexts } from './page-text-repository.js';

const MAX_QUERY = 200;

export interface FoundPage extends Hits {
  page: PageRow;
  documentTitle: string;
  match: MatchKind;
}

export interface PageSearchDeps {
  documents: Pick<Documents, 'page'>;
  repository: Pick<DocumentRepository, 'find' | 'pagesById' | 'titles'>;
  texts: PageTexts;
  access: ProjectAccess;
}

export function createPageSearch({ access, texts, repository, documents }: PageSearchDeps) {
  async function described(ranked: readonly RankedPage[], sought: readonly SoughtTerm[]): Promise<FoundPage[]> {
    const [rows, titles] = await Promise.all([
      texts.texts(ranked),
      repository.titles([...new Set(ranked.map(({ documentId }) => documentId))]),
    ]);
    const pages = await repository.pagesById(rows.map(({ _id }) => _id));
    return ranked.flatMap(({ documentId, pageNumber, match }) => {
      const text = rows.find((row) => row.documentId === documentId && row.pageNumber === pageNumber);
      const row = text && pages.get(text._id);
      const documentTitle = titles.get(documentId);
      // deleted concurrently
      if (!row || documentTitle === undefined) return [];
      return [{ page: row, documentTitle, match, ...findHits(text.words, sought) }];
    });
  }

  /** @throws AppError NOT_FOUND */
  async function documentIn(projectId: string, documentId: string): Promise<void> {
    const document = isId(documentId) ? await repository.find(documentId) : null;
    if (document?.projectId !== projectId) throw notFound('Document', 'document_id');
  }

  return {
    describe: described,

    async search(
      { projectId, query, documentId, paging, sort }: SearchPagesRequest,
      context: CallContext,
    ): Promise<{ found: FoundPage[]; count: number; page: PageSpec }> {
      const terms = parseQuery(query.slice(0, MAX_QUERY));
      const order = sort || 'relevance';
      const fields: Record<string, string> = {};
      if (!projectId) fields['project_id'] = 'project_id is required';
      if (terms.length === 0) fields['q'] = 'q must have a letter or a digit';
      if (!isSearchOrder(order)) fields['sort'] = `sort must be one of ${SEARCH_ORDERS.join(', ')}`;
      refuseFields(fields);
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      if (documentId) await documentIn(projectId, documentId);
      const page = pageSpec(paging);
      const sought = await soughtTerms({ projectId, terms }, texts.vocabulary);
      const narrowed = { projectId, ...(documentId && { documentId }) };
      const ranked = await findPages(narrowed, sought, isSearchOrder(order) ? order : 'relevance', texts);
      const shown = ranked.slice(page.skip, page.skip + page.perPage);
      return { found: await described(shown, sought), count: ranked.length, page };
    },

    /** @throws AppError NOT_FOUND */
    async words(pageId: string, context: CallContext): Promise<{ page: PageRow; words: StoredWord[] }> {
      const page = await documents.page(pageId, context);
      return { page, words: await texts.words(page._id) };
    },
  };
}

export type PageSearch = ReturnType<typeof createPageSearch>;
