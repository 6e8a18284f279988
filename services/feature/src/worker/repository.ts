import { isDuplicateKey } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { SpotRow } from './model.js';

export interface SpotRepository {
  /** All spots ever proposed on a page. */
  ofPage(pageId: string): Promise<SpotRow[]>;
  /** The stored row: an existing one with the same id wins. */
  claim(row: SpotRow): Promise<SpotRow>;
  finish(id: string): Promise<void>;
  /** Removes the spots of a deleted owner. */
  removeOf(owner: 'pageId' | 'documentId' | 'projectId', id: string): Promise<void>;
}

export const spotRepository = (model: Model<SpotRow>): SpotRepository => ({
  ofPage: async (pageId) => model.find({ pageId }).lean<SpotRow[]>(),
  async claim(row) {
    try {
      await model.create(row);
      return row;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await model.findById(row._id).lean<SpotRow>()) ?? row;
    }
  },
  async finish(id) {
    await model.updateOne({ _id: id }, { $set: { done: true } });
  },
  async removeOf(owner, id) {
    await model.deleteMany({ [owner]: id });
  },
});
