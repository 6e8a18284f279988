import { notFound, refuseStale, type CallContext, type Clock } from '@symbio/kit';
import { pageEvents, type CorrectTitleBlockRequest } from '@symbio/proto/document';
import { pageEvent } from '../events.js';
import type { PageRow } from '../model.js';
import type { PageWriter } from '../repository.js';
import { blockOf, columnsOf } from './block.js';
import { checkedEdits, edited } from './edits.js';
import { editorOf, type FindPage } from './title-block-deps.js';

/** A person's word on facts of one sheet. What is already so changes nothing and publishes nothing. */
export function createCorrectTitleBlock(find: FindPage, pageWriter: PageWriter, clock: Clock) {
  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale */
  return async function correct(request: CorrectTitleBlockRequest, context: CallContext): Promise<PageRow> {
    const { pageId, edits: sent, expectedUpdatedAt } = request;
    await find(pageId, 'update', context);
    const edits = checkedEdits(sent, clock.now().getUTCFullYear());
    const page = await pageWriter.change(pageId, context.actor, (row, after) => {
      const before = blockOf(row);
      const titleBlock = edited(before, edits, editorOf(context, clock));
      if (titleBlock === before) return undefined;
      refuseStale('The title block of this sheet', before, expectedUpdatedAt);
      const set = { titleBlock, ...columnsOf(titleBlock) };
      return { set, events: [pageEvent(pageEvents.changed, after(set))] };
    });
    if (!page) throw notFound('Page');
    return page;
  };
}
