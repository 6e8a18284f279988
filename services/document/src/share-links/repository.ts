import type { Model } from 'mongoose';
import type { ShareLinkRow } from './model.js';

export function createShareLinkRepository(model: Model<ShareLinkRow>) {
  return {
    /** Oldest first. */
    async ofDocument(documentId: string): Promise<ShareLinkRow[]> {
      return model.find({ documentId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean<ShareLinkRow[]>();
    },

    async byToken(tokenHash: string): Promise<ShareLinkRow | null> {
      return model.findOne({ tokenHash, deletedAt: null }).lean<ShareLinkRow>();
    },

    async used(id: string, at: Date): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { lastUsedAt: at } }, { timestamps: false });
    },

    async removeOf(documentId: string): Promise<void> {
      await model.deleteMany({ documentId });
    },
  };
}

export type ShareLinkRepository = ReturnType<typeof createShareLinkRepository>;
