import type { Model } from 'mongoose';
import type { ProposalRow } from './proposal/model.js';

export function createProposalRepository(model: Model<ProposalRow>) {
  return {
    async find(id: string): Promise<ProposalRow | null> {
      return model.findById(id).lean<ProposalRow>();
    },
    /** Replaces the previous one. */
    async keep(row: ProposalRow): Promise<void> {
      await model.replaceOne({ _id: row._id }, row, { upsert: true });
    },
    async removeOf(documentId: string): Promise<void> {
      await model.deleteMany({ documentId });
    },
  };
}

export type ProposalRepository = ReturnType<typeof createProposalRepository>;
