import type { Model } from 'mongoose';
import type { PasswordMailRow } from './model.js';

/** A mail claimed for sending. */
export type PendingPasswordMail = Pick<PasswordMailRow, '_id' | 'kind' | 'email' | 'tries' | 'userId'>;

export interface PasswordMailRepository {
  add(row: PasswordMailRow): Promise<void>;
  /** Number of mails of a kind requested for an address after a moment. */
  count(kind: PasswordMailRow['kind'], email: string, after: Date): Promise<number>;
  /** Ids of due mails, longest waiting first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Claims and postpones a pending mail, so that only one process sends it; undefined if already claimed. */
  claim(id: string, now: Date, until: Date): Promise<PendingPasswordMail | undefined>;
  /** Stores the link about to be mailed. */
  setLink(id: string, link: Required<Pick<PasswordMailRow, 'userId' | 'tokenHash' | 'goodUntil'>>): Promise<void>;
  /** Marks a mail as sent or as having no recipient. */
  done(id: string): Promise<void>;
  /** Consumes a valid link; undefined if invalid. Only one of concurrent calls succeeds. */
  useLink(tokenHash: string, now: Date): Promise<{ id: string; userId: string } | undefined>;
  /** Makes a link valid again whose use failed. */
  restoreLink(id: string, tokenHash: string): Promise<void>;
  /** Invalidates all links of a user. */
  invalidateLinks(userId: string): Promise<void>;
  /** Removes everything about a user and the user's address. */
  removeAllOf(userId: string, email: string): Promise<void>;
}

export const passwordMailRepository = (model: Model<PasswordMailRow>): PasswordMailRepository => ({
  async add(row) {
    await model.create(row);
  },
  count: (kind, email, after) => model.countDocuments({ email, kind, askedAt: { $gt: after } }),
  async due(now, limit) {
    const rows = await model
      .find({ due: { $lte: now } })
      .sort({ due: 1 })
      .limit(limit)
      .select({ _id: 1 })
      .lean();
    return rows.map(({ _id }) => _id);
  },
  async claim(id, now, until) {
    const row = await model
      .findOneAndUpdate(
        { _id: id, due: { $lte: now } },
        { $set: { due: until }, $inc: { tries: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    return row ?? undefined;
  },
  async setLink(id, link) {
    await model.updateOne({ _id: id }, { $set: link });
  },
  async done(id) {
    await model.updateOne({ _id: id }, { $unset: { due: 1 } });
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
