import { isDuplicateKey } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { SpotRow } from './model.js';

export interface SpotRepository {
  ofPage(pageId: string): Promise<SpotRow[]>;
  /** Existing row with the same id wins. */
  claim(row: SpotRow): Promise<SpotRow>;
  finish(id: string): Promise<void>;
  ofProject(projectId: string): Promise<SpotRow[]>;
  removeOf(owner: 'pageId' | 'documentId' | 'projectId', id: string): Promise<void>;
}

export const spotRepository = (model: Model<SpotRow>): SpotRepository => ({
  ofPage: async (pageId) => model.find({ pageId }).lean<SpotRow[]>(),
  ofProject: async (projectId) => model.find({ projectId }).lean<SpotRow[]>(),
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
