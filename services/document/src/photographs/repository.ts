import type { Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { PhotographRow, StoredPhotograph } from './model.js';

const BATCH = 100;

export function createPhotographRepository(model: Model<PhotographRow>, clock: Clock) {
  function listQuery(projectId: string, visitId: string) {
    return model
      .find({ ...(visitId && { visitId }), projectId, deletedAt: null, purgeAt: null, begunAt: null })
      .sort({ sortKey: 1, _id: 1 });
  }

  return {
    /** Includes pending and restorable ones. */
    async find(id: string): Promise<PhotographRow | null> {
      return model
        .findOne({ _id: id, deletedAt: null, $or: [{ purgeAt: null }, { purgeAt: { $gt: clock.now() } }] })
        .lean<PhotographRow>();
    },

    /** Visible photographs of a visit, or of all visits if it is empty, by time taken. */
    async list(projectId: string, visitId: string): Promise<StoredPhotograph[]> {
      return listQuery(projectId, visitId).lean<StoredPhotograph[]>();
    },
    listQuery,

    /** Includes pending ones. */
    async count(visitId: string): Promise<number> {
      return model.countDocuments({ visitId, deletedAt: null, purgeAt: null });
    },

    async someOfVisit(visitId: string): Promise<PhotographRow[]> {
      return model.find({ visitId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
    },

    /** Includes deleted ones: a few hundred at most. */
    async allOfVisit(visitId: string): Promise<PhotographRow[]> {
      return model.find({ visitId, deletedAt: null }).lean<PhotographRow[]>();
    },

    async someOfProject(projectId: string): Promise<PhotographRow[]> {
      return model.find({ projectId, deletedAt: null }).limit(BATCH).lean<PhotographRow[]>();
    },

    async expired(): Promise<PhotographRow[]> {
      return model
        .find({ purgeAt: { $lte: clock.now() }, deletedAt: null })
        .limit(BATCH)
        .lean<PhotographRow[]>();
    },

    async abandoned(before: Date): Promise<PhotographRow[]> {
      return model
        .find({ begunAt: { $lt: before }, deletedAt: null })
        .limit(BATCH)
        .lean<PhotographRow[]>();
    },
  };
}

export type PhotographRepository = ReturnType<typeof createPhotographRepository>;
