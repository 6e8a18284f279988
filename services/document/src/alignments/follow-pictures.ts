import { apply, fitSimilarity, type Point, type Similarity } from '@symbio/proto/document/similarity';
import { isSameSize, originalSize, type PictureSize } from '../picture-size.js';
import { SELF } from '../processing/document-records.js';
import type { DocumentRepository } from '../repository.js';
import { alignmentEvent } from './alignments.js';
import { residualPx } from './checks.js';
import type { AlignmentRow, StoredPair } from './model.js';
import type { AlignmentRepository, AlignmentWriter } from './repository.js';

export interface PictureFollowingDeps {
  repository: Pick<DocumentRepository, 'findPage'>;
  alignments: Pick<AlignmentRepository, 'ofPage'>;
  alignmentWriter: Pick<AlignmentWriter, 'change'>;
  followGeoreference: (pageId: string) => Promise<void>;
}

interface Sizes {
  first: PictureSize;
  second: PictureSize;
}

/** Moves alignments and the georeference when a sheet gets a picture of another size or shape. */
export function createPictureFollowing({
  repository,
  alignments,
  alignmentWriter,
  followGeoreference,
}: PictureFollowingDeps) {
  return {
    /** Idempotent: each alignment has the sizes of the pictures it was made on. */
    async followPicture(pageId: string): Promise<void> {
      await followGeoreference(pageId);
      for (const { _id, firstPageId, secondPageId } of await alignments.ofPage(pageId)) {
        const [first, second] = [await repository.findPage(firstPageId), await repository.findPage(secondPageId)];
        if (!first || !second) continue;
        const to = { first: sizeOf(first), second: sizeOf(second) };
        await alignmentWriter.change(_id, SELF, (row, after) => {
          const from = { first: row.firstSize ?? originalSize(first), second: row.secondSize ?? originalSize(second) };
          if (isSameSize(from.first, to.first) && isSameSize(from.second, to.second)) return undefined;
          const set = { ...moved(row, from, to), firstSize: to.first, secondSize: to.second };
          return { set, events: [alignmentEvent('changed', after(set))] };
        });
      }
    },
  };
}

export type PictureFollowing = ReturnType<typeof createPictureFollowing>;

const sizeOf = ({ width, height }: PictureSize): PictureSize => ({ width, height });

const onto = ({ x, y }: Point, from: PictureSize, to: PictureSize): Point => ({
  x: (x * to.width) / from.width,
  y: (y * to.height) / from.height,
});

function moved({ pairs, base }: AlignmentRow, from: Sizes, to: Sizes) {
  const movedPairs: StoredPair[] = pairs.map(({ fromX, fromY, toX, toY }) => {
    const there = onto({ x: fromX, y: fromY }, from.first, to.first);
    const here = onto({ x: toX, y: toY }, from.second, to.second);
    return { fromX: there.x, fromY: there.y, toX: here.x, toY: here.y };
  });
  return { pairs: movedPairs, base: base && movedBase(base, from, to), residualPx: residualPx(movedPairs) };
}

/** A stretched similarity is none: the nearest one for the corners of the first sheet. */
function movedBase(base: Similarity, from: Sizes, to: Sizes): Similarity {
  const { width, height } = from.first;
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ];
  const pairs = corners.map((corner) => ({
    from: onto(corner, from.first, to.first),
    to: onto(apply(base, corner), from.second, to.second),
  }));
  return fitSimilarity(pairs, base);
}
