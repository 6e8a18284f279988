import { namedId } from '@symbio/runtime';
import type { OutboxWriter } from '@symbio/mongo';
import type { Model, QueryFilter } from 'mongoose';
import type { AlignmentRow } from './model.js';

/** Independent of the order of sheets. */
export const alignmentId = (onePageId: string, otherPageId: string): string =>
  namedId([onePageId, otherPageId].sort().join(' '));

const MAX_RESULTS = 100;

/** Neither deleted nor retracted. */
const WITH_CONTENT = { deletedAt: null, $or: [{ 'pairs.0': { $exists: true } }, { base: { $exists: true } }] };

export function createAlignmentRepository(model: Model<AlignmentRow>) {
  function betweenQuery(one: string, other: string) {
    const either: QueryFilter<AlignmentRow> = {
      $or: [
        { firstDocumentId: one, secondDocumentId: other },
        { firstDocumentId: other, secondDocumentId: one },
      ],
    };
    return model
      .find({ $and: [either, WITH_CONTENT] })
      .sort({ updatedAt: -1 })
      .limit(MAX_RESULTS);
  }

  return {
    /** Newest first; the documents may be the same. */
    async between(oneDocumentId: string, otherDocumentId: string): Promise<AlignmentRow[]> {
      return betweenQuery(oneDocumentId, otherDocumentId).lean<AlignmentRow[]>();
    },
    betweenQuery,

    async ofPage(pageId: string): Promise<AlignmentRow[]> {
      return model
        .find({ deletedAt: null, $or: [{ firstPageId: pageId }, { secondPageId: pageId }] })
        .lean<AlignmentRow[]>();
    },

    /** Publishes no event for each. */
    async removeOf(documentId: string): Promise<void> {
      await model.deleteMany({ $or: [{ firstDocumentId: documentId }, { secondDocumentId: documentId }] });
    },
  };
}

export type AlignmentRepository = ReturnType<typeof createAlignmentRepository>;

export type AlignmentWriter = OutboxWriter<AlignmentRow>;
