import type { Clock } from '@symbio/runtime';
import type { PageSpec } from '@symbio/rpc';
import type { DocumentModels, DocumentRow } from '../model.js';
import type { DocumentWriter } from '../repository.js';

const BATCH = 100;

export function createDeletedDocuments({ documents }: Pick<DocumentModels, 'documents'>, clock: Clock) {
  /** Retention is the same for all, so `purgeAt` order is deletion order. */
  function listDeletedQuery(projectId: string, { skip, perPage }: Pick<PageSpec, 'skip' | 'perPage'>) {
    return documents
      .find({ projectId, ...restorable() })
      .sort({ purgeAt: -1, _id: -1 })
      .skip(skip)
      .limit(perPage);
  }

  function expiredQuery() {
    return documents.find({ purgeAt: { $lte: clock.now() }, deletedAt: null }, { _id: 1 }).limit(BATCH);
  }

  function restorable() {
    return { purgeAt: { $gt: clock.now() }, deletedAt: null };
  }

  return {
    async findAny(id: string): Promise<DocumentRow | null> {
      return documents.findOne({ _id: id, deletedAt: null }).lean<DocumentRow>();
    },

    async findAnyOf(ids: readonly string[]): Promise<DocumentRow[]> {
      return documents.find({ _id: { $in: ids }, deletedAt: null }).lean<DocumentRow[]>();
    },

    async findDeleted(id: string): Promise<DocumentRow | null> {
      return documents.findOne({ _id: id, ...restorable() }).lean<DocumentRow>();
    },

    /** Last deleted first. */
    async listDeleted(projectId: string, slice: PageSpec): Promise<DocumentRow[]> {
      return listDeletedQuery(projectId, slice).lean<DocumentRow[]>();
    },
    listDeletedQuery,

    async countDeleted(projectId: string): Promise<number> {
      return documents.countDocuments({ projectId, ...restorable() });
    },

    async expired(): Promise<string[]> {
      const rows = await expiredQuery().lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    expiredQuery,
  };
}

export type DeletedDocuments = ReturnType<typeof createDeletedDocuments>;

export const skippingDeleted = (writer: DocumentWriter): DocumentWriter => ({
  insert: (...row) => writer.insert(...row),
  insertMany: (...rows) => writer.insertMany(...rows),
  async change(id, actor, decide) {
    let isThere = false;
    const row = await writer.change(id, actor, (current, after) => {
      isThere = !current.removal;
      return isThere ? decide(current, after) : undefined;
    });
    return isThere ? row : undefined;
  },
});
