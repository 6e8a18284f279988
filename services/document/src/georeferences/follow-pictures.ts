import { isSameSize } from '../picture-size.js';
import { SELF } from '../processing/document-records.js';
import type { DocumentRepository } from '../repository.js';
import { derived, georeferenceEvent } from './mapping.js';
import type { GeoreferenceRepository, GeoreferenceWriter } from './repository.js';
import { rescaled } from './rescaled.js';

export interface FollowingDeps {
  repository: Pick<DocumentRepository, 'findPage'>;
  georeferences: Pick<GeoreferenceRepository, 'ofPage'>;
  georeferenceWriter: Pick<GeoreferenceWriter, 'change'>;
}

/** Moves the points of a sheet and its regions that gets a picture of another size or shape. Idempotent. */
export function createGeoreferenceFollowing({ repository, georeferences, georeferenceWriter }: FollowingDeps) {
  return async function followPicture(pageId: string): Promise<void> {
    const page = await repository.findPage(pageId);
    if (!page || page.width === 0) return;
    for (const { _id } of await georeferences.ofPage(pageId))
      await georeferenceWriter.change(_id, SELF, (row, after) => {
        if (isSameSize({ width: row.pictureWidth, height: row.pictureHeight }, page)) return undefined;
        const placing = rescaled(row, page);
        const set = { ...placing, ...derived(placing) };
        return { set, events: [georeferenceEvent('changed', after(set))] };
      });
  };
}
