/** What people do with title blocks: look, correct one sheet, carry a correction over to the volume, undo that. */
import type { CallContext } from '@symbio/kit';
import type { PageRow } from '../model.js';
import { createCorrectTitleBlock } from './correct-title-block.js';
import { createCorrectVolume } from './correct-volume.js';
import { pageFinder, type TitleBlockDeps } from './title-block-deps.js';
import { createUndoVolumeCorrection } from './undo-volume-correction.js';

/** One operation a file; each says what it does. */
export function createTitleBlocks({ documents, repository, pageWriter, clock }: TitleBlockDeps) {
  const find = pageFinder({ documents, repository });
  const volume = { find, repository, pageWriter, clock };
  return {
    get: (pageId: string, context: CallContext): Promise<PageRow> => find(pageId, 'read', context),
    correct: createCorrectTitleBlock(find, pageWriter, clock),
    correctVolume: createCorrectVolume(volume),
    undoVolumeCorrection: createUndoVolumeCorrection(volume),
  };
}

export type TitleBlocks = ReturnType<typeof createTitleBlocks>;
