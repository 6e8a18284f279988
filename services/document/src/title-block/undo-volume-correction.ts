import { isId, notFound, refuseOverruling } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { UndoVolumeCorrectionRequest } from '@symbio/proto/document';
import { blockOf } from './block.js';
import { undoCorrection } from './edits.js';
import {
  titleBlockChange,
  editorOf,
  sheetFactChange,
  type SheetFactChange,
  type TitleBlockDeps,
} from './title-block-deps.js';

export interface VolumeUndone {
  changes: SheetFactChange[];
  /** Edited since. */
  keptPageIds: string[];
}

/** Skips sheets that were edited since. Idempotent. */
export function createUndoVolumeCorrection({ documents, repository, pageWriter, clock }: TitleBlockDeps) {
  /** @throws AppError NOT_FOUND, also for a correction of another volume; PERMISSION_DENIED */
  return async function undoVolumeCorrection(
    { pageId, id }: UndoVolumeCorrectionRequest,
    context: CallContext,
  ): Promise<VolumeUndone> {
    const page = await documents.page(pageId, context, 'update');
    const sheets = isId(id) ? await repository.sheets(page.documentId) : [];
    const touched = sheets.filter((row) => blockOf(row).history.some(({ correctionId }) => correctionId === id));
    if (touched.length === 0) throw notFound('Correction');
    for (const row of touched)
      for (const { correctionId, kind, byId } of blockOf(row).history)
        if (correctionId === id && kind === 'corrected') refuseOverruling(context.actor, 'This correction', byId);
    const answer: VolumeUndone = { changes: [], keptPageIds: [] };
    for (const { _id: sheetId } of touched) {
      let made: SheetFactChange[] = [];
      let isKept = false;
      const changed = await pageWriter.change(sheetId, context.actor, (row, after) => {
        const before = blockOf(row);
        const { block: titleBlock, kept } = undoCorrection(before, id, editorOf(context, clock, id));
        isKept = kept.length > 0;
        made = titleBlock.history
          .slice(before.history.length)
          .map(({ fact }) => sheetFactChange(row, fact, before, titleBlock));
        return titleBlock === before ? undefined : titleBlockChange(titleBlock, after);
      });
      if (!changed) continue;
      if (isKept) answer.keptPageIds.push(sheetId);
      answer.changes.push(...made.map((change) => ({ ...change, page: changed })));
    }
    return answer;
  };
}
