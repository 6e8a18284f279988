import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from '../annotations/annotation-deps.js';
import { annotationEvent } from '../events.js';
import { isSameSize, resizedShape } from './resized-shapes.js';
import type { PageSize } from './shapes.js';

const BATCH = 200;
export const MAX_PICTURE_MOVES = 20;

/** Moves annotations when their page gets a picture of another size or shape. */
export function createPictureFollowing({
  repository,
  clock,
  self,
}: Pick<AnnotationDeps, 'repository' | 'clock' | 'self'>) {
  async function move(id: string, size: PageSize): Promise<void> {
    await repository.changeAny(id, self, (row, after) => {
      const { page: from, shape } = row;
      if (isSameSize(from, size)) return undefined;
      const moved = { at: clock.now(), from, to: size, shape };
      const set = {
        shape: resizedShape(shape, from, size),
        page: size,
        pictureMoves: [...(row.pictureMoves ?? []), moved].slice(-MAX_PICTURE_MOVES),
      };
      // readers do not know deleted annotations
      return { set, events: row.removal ? [] : annotationEvent(annotationEvents.changed, after(set)) };
    });
  }

  return {
    /**
     * Idempotent, and independent of the order of events: each annotation has the size of the picture it was drawn on.
     * @param currentSize of the page's picture; undefined if the page has none
     */
    async pictureChanged(
      pageId: string,
      currentSize: (pageId: string) => Promise<PageSize | undefined>,
    ): Promise<void> {
      for (;;) {
        // in each round: another picture may have followed
        const size = await currentSize(pageId);
        if (!size) return;
        const ids = await repository.idsOnOtherPicture(pageId, size, BATCH);
        if (ids.length === 0) return;
        for (const id of ids) await move(id, size);
      }
    },
  };
}
