import type { Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { PhotographRow, StoredPhotograph } from './model.js';

const BATCH = 100;

export class PhotographRepository {
  readonly #model: Model<PhotographRow>;
  readonly #clock: Clock;

  constructor(model: Model<PhotographRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /** Includes pending and restorable ones. */
  async find(id: string): Promise<PhotographRow | null> {
    return this.#model
      .findOne({ _id: id, deletedAt: null, $or: [{ purgeAt: null }, { purgeAt: { $gt: this.#clock.now() } }] })
      .lean<PhotographRow>();
  }

  /** Visible photographs, by time taken. */
  async list(projectId: string, visitId: string): Promise<StoredPhotograph[]> {
    return this.listQuery(projectId, visitId).lean<StoredPhotograph[]>();
  }

  listQuery(projectId: string, visitId: string) {
    return this.#model
      .find({ visitId, projectId, deletedAt: null, purgeAt: null, begunAt: null })
      .sort({ sortKey: 1, _id: 1 });
  }

  /** Of a visit, including pending ones. */
  async count(visitId: string): Promise<number> {
    return this.#model.countDocuments({ visitId, deletedAt: null, purgeAt: null });
  }

  async someOfVisit(visitId: string): Promise<PhotographRow[]> {
    return this.#model.find({ visitId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
  }

  /** All of a visit, including deleted ones: at most a few hundred. */
  async allOfVisit(visitId: string): Promise<PhotographRow[]> {
    return this.#model.find({ visitId, deletedAt: null }).lean<PhotographRow[]>();
  }

  async someOfProject(projectId: string): Promise<PhotographRow[]> {
    return this.#model.find({ projectId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
  }

  /** Deleted ones past the restore period. */
  async expired(): Promise<PhotographRow[]> {
    return this.#model
      .find({ purgeAt: { $lte: this.#clock.now() }, deletedAt: null })
      .limit(BATCH)
      .lean<PhotographRow[]>();
  }

  /** Pending ones begun before a moment. */
  async abandoned(before: Date): Promise<PhotographRow[]> {
    return this.#model
      .find({ begunAt: { $lt: before }, deletedAt: null })
      .limit(BATCH)
      .lean<PhotographRow[]>();
  }
}
