import type { Actor } from '@symbio/kit';
import type { CategoryValue } from './categories.js';
import { pageAnalyzed, toldOfPage } from './events.js';
import type { DocumentRow, PageRow } from './model.js';
import type { DocumentRepository, PageWriter } from './repository.js';

type PageType = PageRow['pageType'];

const SHEET_OF: Partial<Record<CategoryValue, PageType>> = {
  sanborn_maps: 'sanborn_map',
  topographic_maps: 'topographic_map',
  aerial_imagery: 'aerial_photo',
};
const SHEETS: readonly PageType[] = Object.values(SHEET_OF);

/**
 * What a page is in a document of this category. What kind of sheets a document holds is its category's to say
 * (OP-42); that a page is a page of text is seen on the page.
 */
export function pageTypeIn(category: CategoryValue, seen: PageType): PageType {
  if (seen !== 'other' && !SHEETS.includes(seen)) return seen;
  return SHEET_OF[category] ?? 'other';
}

/** Keeps the types of pages in step with their document's category. */
export class PageTypes {
  readonly #repository: DocumentRepository;
  readonly #writer: PageWriter;

  constructor(repository: DocumentRepository, writer: PageWriter) {
    this.#repository = repository;
    this.#writer = writer;
  }

  /** After a change of category. Repeating it changes nothing. */
  async follow({ _id, category }: DocumentRow, actor: Actor): Promise<void> {
    const pages = await this.#repository.pages(_id);
    for (const { _id: pageId, pageType } of pages) {
      if (pageTypeIn(category, pageType) === pageType) continue;
      await this.#writer.change(pageId, actor, (page, after) => {
        const set = { pageType: pageTypeIn(category, page.pageType) };
        return { set, events: [toldOfPage(pageAnalyzed, after(set))] };
      });
    }
  }
}
