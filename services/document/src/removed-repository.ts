import type { Clock } from '@symbio/runtime';
import type { PageSpec } from '@symbio/rpc';
import type { DocumentModels, DocumentRow } from './model.js';
import type { DocumentWriter } from './repository.js';

const BATCH = 100;

export class RemovedDocuments {
  readonly #documents: DocumentModels['documents'];
  readonly #clock: Clock;

  constructor({ documents }: Pick<DocumentModels, 'documents'>, clock: Clock) {
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Finds a document, deleted or not. */
  async findKept(id: string): Promise<DocumentRow | null> {
    return this.#documents.findOne({ _id: id, deletedAt: null }).lean<DocumentRow>();
  }

  async findKeptSome(ids: readonly string[]): Promise<DocumentRow[]> {
    return this.#documents.find({ _id: { $in: ids }, deletedAt: null }).lean<DocumentRow[]>();
  }

  async findRemoved(id: string): Promise<DocumentRow | null> {
    return this.#documents.findOne({ _id: id, ...this.#restorable() }).lean<DocumentRow>();
  }

  /** Last deleted first. */
  async listRemoved(projectId: string, slice: PageSpec): Promise<DocumentRow[]> {
    return this.listRemovedQuery(projectId, slice).lean<DocumentRow[]>();
  }

  /** The query itself, to test its plan. Equal retention: `purgeAt` order is deletion order. */
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

  /** Ids of a batch past the restore period. */
  async expired(): Promise<string[]> {
    const rows = await this.expiredQuery().lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  }

  expiredQuery() {
    return this.#documents.find({ purgeAt: { $lte: this.#clock.now() }, deletedAt: null }, { _id: 1 }).limit(BATCH);
  }

  #restorable() {
    return { purgeAt: { $gt: this.#clock.now() }, deletedAt: null };
  }
}

/** A writer that does not find deleted documents. */
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
