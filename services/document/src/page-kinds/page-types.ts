import type { Actor } from '@symbio/runtime';
import type { CategoryValue } from '@symbio/page-engine/classification';
import { pageEvents } from '@symbio/proto/document';
import { isPageKind, SHEET_KIND_OF } from '@symbio/proto/document/vocabulary';
import { pageEvent } from '../events.js';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';

type PageType = PageRow['pageType'];

/** The category determines the kind of sheets (OP-42); only text pages are detected. */
export function pageTypeIn(category: CategoryValue, seen: PageType): PageType {
  if (seen !== 'other' && !isPageKind(seen)) return seen;
  return SHEET_KIND_OF[category] ?? 'other';
}

export function createPageTypes(repository: Pick<DocumentRepository, 'find' | 'sheets'>, writer: PageWriter) {
  async function setPageTypes(documentId: string, category: CategoryValue, actor: Actor): Promise<void> {
    const pages = await repository.sheets(documentId);
    for (const { _id: pageId, pageType } of pages) {
      if (pageTypeIn(category, pageType) === pageType) continue;
      await writer.change(pageId, actor, (page, after) => {
        const set = { pageType: pageTypeIn(category, page.pageType) };
        return { set, events: [pageEvent(pageEvents.analyzed, after(set))] };
      });
    }
  }

  return {
    /** Idempotent. Concurrent changes may arrive out of order: repeats until the category is stable. */
    async follow({ _id }: Pick<DocumentRow, '_id'>, actor: Actor): Promise<void> {
      let document = await repository.find(_id);
      while (document) {
        const { category } = document;
        await setPageTypes(_id, category, actor);
        document = await repository.find(_id);
        if (document?.category === category) return;
      }
    },
  };
}

export type PageTypes = ReturnType<typeof createPageTypes>;
