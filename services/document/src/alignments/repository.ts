import { namedId, type OutboxWriter } from '@symbio/kit';
import type { Model, QueryFilter } from 'mongoose';
import type { AlignmentRow } from './model.js';

/** The identifier of the alignment of two sheets, in whichever order they are named: a pair has one. */
export const alignmentId = (onePageId: string, otherPageId: string): string =>
  namedId([onePageId, otherPageId].sort().join(' '));

/** Alignments that one answer holds at most. */
const MOST = 100;

/** What is stored and was not taken back. */
const HELD = { deletedAt: null, $or: [{ 'pairs.0': { $exists: true } }, { base: { $exists: true } }] };

/** Every query over alignments. */
export class AlignmentRepository {
  readonly #model: Model<AlignmentRow>;

  constructor(model: Model<AlignmentRow>) {
    this.#model = model;
  }

  /** Those between the sheets of two documents, which may be one, newest first. */
  async between(oneDocumentId: string, otherDocumentId: string): Promise<AlignmentRow[]> {
    return this.betweenQuery(oneDocumentId, otherDocumentId).lean<AlignmentRow[]>();
  }

  /** The query itself, for the test of its plan. */
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

  /** Those of a deleted document's sheets; nobody needs an event of each. */
  async removeOf(documentId: string): Promise<void> {
    await this.#model.deleteMany({ $or: [{ firstDocumentId: documentId }, { secondDocumentId: documentId }] });
  }
}

export type AlignmentWriter = OutboxWriter<AlignmentRow>;
