import { notFound, refuseOverruling, refuseStale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { CorrectTitleBlockRequest } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { blockOf } from './block.js';
import { checkedEdits, edited, factInWords, lastWordBy } from './edits.js';
import { changedTo, editorOf, type TitleBlockDeps } from './title-block-deps.js';

/** Corrects facts of one sheet. An unchanged value publishes nothing. */
export function createCorrectTitleBlock({ documents, pageWriter, clock }: Omit<TitleBlockDeps, 'repository'>) {
  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale */
  return async function correct(request: CorrectTitleBlockRequest, context: CallContext): Promise<PageRow> {
    const { pageId, edits: sent, expectedUpdatedAt } = request;
    await documents.page(pageId, context, 'update');
    const edits = checkedEdits(sent, clock.now().getUTCFullYear());
    const page = await pageWriter.change(pageId, context.actor, (row, after) => {
      const before = blockOf(row);
      const titleBlock = edited(before, edits, editorOf(context, clock));
      if (titleBlock === before) return undefined;
      for (const { fact } of edits)
        refuseOverruling(context.actor, `The ${factInWords(fact)} of this sheet`, lastWordBy(before, fact));
      refuseStale('The title block of this sheet', before, expectedUpdatedAt);
      return changedTo(titleBlock, after);
    });
    if (!page) throw notFound('Page');
    return page;
  };
}
