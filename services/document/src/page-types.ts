import type { Actor } from '@symbio/runtime';
import type { CategoryValue } from '@symbio/page-engine/classification';
import { pageEvents } from '@symbio/proto/document';
import { isPageKind, SHEET_KIND_OF } from '@symbio/proto/document/vocabulary';
import { pageEvent } from './events.js';
import type { DocumentRow, PageRow } from './model.js';
import type { DocumentRepository, PageWriter } from './repository.js';

type PageType = PageRow['pageType'];

/** The category determines the kind of sheets (OP-42); only text pages are detected on the page. */
export function pageTypeIn(category: CategoryValue, seen: PageType): PageType {
  if (seen !== 'other' && !isPageKind(seen)) return seen;
  return SHEET_KIND_OF[category] ?? 'other';
}

export class PageTypes {
  readonly #repository: Pick<DocumentRepository, 'find' | 'sheets'>;
  readonly #writer: PageWriter;

  constructor(repository: Pick<DocumentRepository, 'find' | 'sheets'>, writer: PageWriter) {
    this.#repository = repository;
    this.#writer = writer;
  }

  /**
   * Idempotent. Concurrent changes may be followed out of order, so the category is read again after the pages, until
   * it is stable.
   */
  async follow({ _id }: Pick<DocumentRow, '_id'>, actor: Actor): Promise<void> {
    let document = await this.#repository.find(_id);
    while (document) {
      const { category } = document;
      await this.#set(_id, category, actor);
      document = await this.#repository.find(_id);
      if (document?.category === category) return;
    }
  }

  async #set(documentId: string, category: CategoryValue, actor: Actor): Promise<void> {
    const pages = await this.#repository.sheets(documentId);
    for (const { _id: pageId, pageType } of pages) {
      if (pageTypeIn(category, pageType) === pageType) continue;
      await this.#writer.change(pageId, actor, (page, after) => {
        const set = { pageType: pageTypeIn(category, page.pageType) };
        return { set, events: [pageEvent(pageEvents.analyzed, after(set))] };
      });
    }
  }
}
