import { dueRows, type DueRows } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { PasswordMailRow } from './model.js';

export type PendingPasswordMail = Pick<PasswordMailRow, '_id' | 'kind' | 'email' | 'tries' | 'userId'>;

export interface PasswordMailRepository extends DueRows<PendingPasswordMail> {
  add(row: PasswordMailRow): Promise<void>;
  count(kind: PasswordMailRow['kind'], email: string, after: Date): Promise<number>;
  setLink(id: string, link: Required<Pick<PasswordMailRow, 'userId' | 'tokenHash' | 'goodUntil'>>): Promise<void>;
  /** Consumes a valid link; undefined if invalid. Only one of concurrent calls succeeds. */
  useLink(tokenHash: string, now: Date): Promise<{ id: string; userId: string } | undefined>;
  /** Makes a link valid again whose use failed. */
  restoreLink(id: string, tokenHash: string): Promise<void>;
  invalidateLinks(userId: string): Promise<void>;
  /** Removes everything about a user and the user's address. */
  removeAllOf(userId: string, email: string): Promise<void>;
}

export const passwordMailRepository = (model: Model<PasswordMailRow>): PasswordMailRepository => ({
  async add(row) {
    await model.create(row);
  },
  count: (kind, email, after) => model.countDocuments({ email, kind, askedAt: { $gt: after } }),
  ...dueRows(model),
  async setLink(id, link) {
    await model.updateOne({ _id: id }, { $set: link });
  },
  async useLink(tokenHash, now) {
    const row = await model
      .findOneAndUpdate({ tokenHash, goodUntil: { $gt: now } }, { $unset: { tokenHash: 1 } })
      .lean();
    return row?.userId === undefined ? undefined : { id: row._id, userId: row.userId };
  },
  async restoreLink(id, tokenHash) {
    await model.updateOne({ _id: id }, { $set: { tokenHash } });
  },
  async invalidateLinks(userId) {
    await model.updateMany({ userId }, { $unset: { tokenHash: 1 } });
  },
  async removeAllOf(userId, email) {
    await model.deleteMany({ $or: [{ userId }, { email }] });
  },
});
