import type { Clock } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { PhotographRow, StoredPhotograph } from './model.js';

/** Photographs looked at in one go. */
const BATCH = 100;

/** Every query for photographs. */
export class PhotographRepository {
  readonly #model: Model<PhotographRow>;
  readonly #clock: Clock;

  constructor(model: Model<PhotographRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /** Also one that is being stored, or was deleted and can be restored. */
  async find(id: string): Promise<PhotographRow | null> {
    return this.#model
      .findOne({ _id: id, deletedAt: null, $or: [{ purgeAt: null }, { purgeAt: { $gt: this.#clock.now() } }] })
      .lean<PhotographRow>();
  }

  /** Those that are there, in the order they were taken. */
  async list(projectId: string, visitId: string): Promise<StoredPhotograph[]> {
    return this.listQuery(projectId, visitId).lean<StoredPhotograph[]>();
  }

  /** The query itself, for the test of its plan. */
  listQuery(projectId: string, visitId: string) {
    return this.#model
      .find({ visitId, projectId, deletedAt: null, purgeAt: null, begunAt: null })
      .sort({ sortKey: 1, _id: 1 });
  }

  /** Of a visit, with those that are being stored. */
  async count(visitId: string): Promise<number> {
    return this.#model.countDocuments({ visitId, deletedAt: null, purgeAt: null });
  }

  async someOfVisit(visitId: string): Promise<PhotographRow[]> {
    return this.#model.find({ visitId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
  }

  /** Of a visit every one, also those that are deleted: at most a few hundred. */
  async allOfVisit(visitId: string): Promise<PhotographRow[]> {
    return this.#model.find({ visitId, deletedAt: null }).lean<PhotographRow[]>();
  }

  async someOfProject(projectId: string): Promise<PhotographRow[]> {
    return this.#model.find({ projectId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
  }

  /** Deleted ones that can be restored no longer. */
  async expired(): Promise<PhotographRow[]> {
    return this.#model
      .find({ purgeAt: { $lte: this.#clock.now() }, deletedAt: null })
      .limit(BATCH)
      .lean<PhotographRow[]>();
  }

  /** Those whose adding began before a moment and never ended. */
  async abandoned(before: Date): Promise<PhotographRow[]> {
    return this.#model
      .find({ begunAt: { $lt: before }, deletedAt: null })
      .limit(BATCH)
      .lean<PhotographRow[]>();
  }
}
