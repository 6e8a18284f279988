/** Events carry no signed addresses, which are made per caller. */
import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { DocumentEvent, PageEvent } from '@symbio/proto/document';
import { toDocument, toPage } from './mapping.js';
import type { DocumentRow, PageRow } from './model.js';

/** @param former the document before a change or classification */
export const documentEvent = (
  type: EventType<DocumentEvent>,
  row: DocumentRow,
  former?: Pick<DocumentRow, 'category' | 'title'>,
): PendingEvent =>
  event(type, row.projectId, {
    document: toDocument(row),
    former: former && { category: former.category, title: former.title },
  });

export const pageEvent = (type: EventType<PageEvent>, row: PageRow): PendingEvent =>
  event(type, row.projectId, { page: toPage(row) });
