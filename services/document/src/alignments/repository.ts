import { namedId } from '@symbio/runtime';
import type { OutboxWriter } from '@symbio/mongo';
import type { Model, QueryFilter } from 'mongoose';
import type { AlignmentRow } from './model.js';

/** Id of the alignment of two sheets, independent of their order. */
export const alignmentId = (onePageId: string, otherPageId: string): string =>
  namedId([onePageId, otherPageId].sort().join(' '));

/** Maximum alignments per response. */
const MOST = 100;

/** Neither deleted nor retracted. */
const HELD = { deletedAt: null, $or: [{ 'pairs.0': { $exists: true } }, { base: { $exists: true } }] };

export class AlignmentRepository {
  readonly #model: Model<AlignmentRow>;

  constructor(model: Model<AlignmentRow>) {
    this.#model = model;
  }

  /** Alignments between the sheets of two documents (which may be the same), newest first. */
  async between(oneDocumentId: string, otherDocumentId: string): Promise<AlignmentRow[]> {
    return this.betweenQuery(oneDocumentId, otherDocumentId).lean<AlignmentRow[]>();
  }

  betweenQuery(one: string, other: string) {
    const either: QueryFilter<AlignmentRow> = {
      $or: [
        { firstDocumentId: one, secondDocumentId: other },
        { firstDocumentId: other, secondDocumentId: one },
      ],
    };
    return this.#model
      .find({ $and: [either, HELD] })
      .sort({ updatedAt: -1 })
      .limit(MOST);
  }

  /** Removes the alignments of a deleted document without an event for each. */
  async removeOf(documentId: string): Promise<void> {
    await this.#model.deleteMany({ $or: [{ firstDocumentId: documentId }, { secondDocumentId: documentId }] });
  }
}

export type AlignmentWriter = OutboxWriter<AlignmentRow>;
