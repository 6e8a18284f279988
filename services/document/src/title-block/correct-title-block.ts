import { notFound, refuseOverruling, refuseStale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { CorrectTitleBlockRequest } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { blockOf } from './block.js';
import { checkedEdits, applyEdits, factLabel, lastEditor } from './edits.js';
import { titleBlockChange, editorOf, type TitleBlockDeps } from './title-block-deps.js';

/** For one sheet. */
export function createCorrectTitleBlock({ documents, pageWriter, clock }: Omit<TitleBlockDeps, 'repository'>) {
  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED if stale */
  return async function correct(request: CorrectTitleBlockRequest, context: CallContext): Promise<PageRow> {
    const { pageId, edits: sent, expectedUpdatedAt } = request;
    await documents.page(pageId, context, 'update');
    const edits = checkedEdits(sent, clock.now().getUTCFullYear());
    const page = await pageWriter.change(pageId, context.actor, (row, after) => {
      const before = blockOf(row);
      const titleBlock = applyEdits(before, edits, editorOf(context, clock));
      if (titleBlock === before) return undefined;
      for (const { fact } of edits)
        refuseOverruling(context.actor, `The ${factLabel(fact)} of this sheet`, lastEditor(before, fact));
      refuseStale('The title block of this sheet', before, expectedUpdatedAt);
      return titleBlockChange(titleBlock, after);
    });
    if (!page) throw notFound('Page');
    return page;
  };
}
