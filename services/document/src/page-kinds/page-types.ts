import type { Actor, Clock } from '@symbio/runtime';
import type { CategoryValue } from '@symbio/page-engine/classification';
import { pageEvents } from '@symbio/proto/document';
import { isPageKind, SHEET_KIND_OF } from '@symbio/proto/document/vocabulary';
import { pageEvent } from '../events.js';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { namesChange } from '../title-block/name-readings.js';

type PageType = PageRow['pageType'];

/** Category determines the kind of sheets (OP-42); only text pages are detected. */
export function pageTypeIn(category: CategoryValue, seen: PageType): PageType {
  if (seen !== 'other' && !isPageKind(seen)) return seen;
  return SHEET_KIND_OF[category] ?? 'other';
}

export function createPageTypes(
  repository: Pick<DocumentRepository, 'find' | 'sheets'>,
  writer: PageWriter,
  clock: Clock,
) {
  async function setPageTypes(document: DocumentRow, actor: Actor): Promise<void> {
    for (const sheet of await repository.sheets(document._id)) {
      if (!changeOf(sheet, document)) continue;
      await writer.change(sheet._id, actor, (page, after) => {
        const set = changeOf(page, document);
        // consumers of an unread page wait for its text
        const event = page.analyzed || page.pageType !== '' ? pageEvents.analyzed : pageEvents.changed;
        return set && { set, events: [pageEvent(event, after(set))] };
      });
    }
  }

  /** The type, and what the names of the document say about a sheet of this type. */
  function changeOf(page: PageRow, document: DocumentRow): Partial<PageRow> | undefined {
    const pageType = pageTypeIn(document.category, page.pageType);
    const named = namesChange({ ...page, pageType }, document, clock.now());
    return pageType === page.pageType ? named : { pageType, ...named };
  }

  return {
    /** Idempotent. Concurrent changes may arrive out of order: repeats until the category is stable. */
    async follow({ _id }: Pick<DocumentRow, '_id'>, actor: Actor): Promise<void> {
      let document = await repository.find(_id);
      while (document) {
        const { category } = document;
        await setPageTypes(document, actor);
        document = await repository.find(_id);
        if (document?.category === category) return;
      }
    },
  };
}

export type PageTypes = ReturnType<typeof createPageTypes>;
