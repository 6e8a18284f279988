import type { CallContext } from '@symbio/rpc';
import type { PageRow } from '../model.js';
import { createCorrectTitleBlock } from './correct-title-block.js';
import { createCorrectVolume } from './correct-volume.js';
import type { TitleBlockDeps } from './title-block-deps.js';
import { createUndoVolumeCorrection } from './undo-volume-correction.js';

export function createTitleBlocks(deps: TitleBlockDeps) {
  return {
    get: (pageId: string, context: CallContext): Promise<PageRow> => deps.documents.page(pageId, context),
    correct: createCorrectTitleBlock(deps),
    correctVolume: createCorrectVolume(deps),
    undoVolumeCorrection: createUndoVolumeCorrection(deps),
  };
}

export type TitleBlocks = ReturnType<typeof createTitleBlocks>;
