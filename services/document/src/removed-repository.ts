/** Documents that were deleted and can be restored: nothing else finds them. */
import type { Clock, PageSpec } from '@symbio/kit';
import type { DocumentModels, DocumentRow } from './model.js';
import type { DocumentWriter } from './repository.js';

/** Documents that are looked at in one go. */
const BATCH = 100;

export class RemovedDocuments {
  readonly #documents: DocumentModels['documents'];
  readonly #clock: Clock;

  constructor({ documents }: Pick<DocumentModels, 'documents'>, clock: Clock) {
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Whether or not somebody deleted it, as long as it can be restored or removed for good. */
  async findKept(id: string): Promise<DocumentRow | null> {
    return this.#documents.findOne({ _id: id, deletedAt: null }).lean<DocumentRow>();
  }

  /** Those of some ids that are kept, deleted or not. */
  async findKeptSome(ids: readonly string[]): Promise<DocumentRow[]> {
    return this.#documents.find({ _id: { $in: ids }, deletedAt: null }).lean<DocumentRow[]>();
  }

  /** One that was deleted and can be restored. */
  async findRemoved(id: string): Promise<DocumentRow | null> {
    return this.#documents.findOne({ _id: id, ...this.#restorable() }).lean<DocumentRow>();
  }

  /** Those of a project that can be restored, the last deleted first. */
  async listRemoved(projectId: string, slice: PageSpec): Promise<DocumentRow[]> {
    return this.listRemovedQuery(projectId, slice).lean<DocumentRow[]>();
  }

  /** The query itself, for the test of its plan. All are kept equally long: the order is that of their deletion. */
  listRemovedQuery(projectId: string, { skip, perPage }: Pick<PageSpec, 'skip' | 'perPage'>) {
    return this.#documents
      .find({ projectId, ...this.#restorable() })
      .sort({ purgeAt: -1, _id: -1 })
      .skip(skip)
      .limit(perPage);
  }

  async countRemoved(projectId: string): Promise<number> {
    return this.#documents.countDocuments({ projectId, ...this.#restorable() });
  }

  /** Ids of some whose time is over. */
  async expired(): Promise<string[]> {
    const rows = await this.expiredQuery().lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  }

  /** The query itself, for the test of its plan. */
  expiredQuery() {
    return this.#documents.find({ purgeAt: { $lte: this.#clock.now() }, deletedAt: null }, { _id: 1 }).limit(BATCH);
  }

  #restorable() {
    return { purgeAt: { $gt: this.#clock.now() }, deletedAt: null };
  }
}

/** Changes documents that readers see: one that was deleted and can be restored is not found. */
export const writerOfThoseThere = (writer: DocumentWriter): DocumentWriter => ({
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
