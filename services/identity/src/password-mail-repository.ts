import type { Model } from 'mongoose';
import type { PasswordMailRow } from './model.js';

/** A mail that was taken to be sent now. */
export type OwedPasswordMail = Pick<PasswordMailRow, '_id' | 'kind' | 'email' | 'tries' | 'userId'>;

/** Every query and write of mails about passwords, and of the links in them. */
export interface PasswordMailRepository {
  add(row: PasswordMailRow): Promise<void>;
  /** How many mails of a kind were asked for with an address after a moment. */
  count(kind: PasswordMailRow['kind'], email: string, after: Date): Promise<number>;
  /** Ids of mails that are owed by now, the longest one first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Takes a mail that is owed and puts it off, so that one process sends it; undefined when another one has it. */
  take(id: string, now: Date, until: Date): Promise<OwedPasswordMail | undefined>;
  /** Writes down the link that is about to be mailed. */
  setLink(id: string, link: Required<Pick<PasswordMailRow, 'userId' | 'tokenHash' | 'goodUntil'>>): Promise<void>;
  /** The mail is sent, or nobody is to get it. */
  done(id: string): Promise<void>;
  /** Spends a link that is good; undefined when there is none. Of two calls at once one gets it. */
  spend(tokenHash: string, now: Date): Promise<{ id: string; userId: string } | undefined>;
  /** Makes a link good again that was spent for nothing. */
  giveBack(id: string, tokenHash: string): Promise<void>;
  /** Spends all links of a user. */
  spendAllOf(userId: string): Promise<void>;
  /** Removes everything about a user and the user's address. */
  forget(userId: string, email: string): Promise<void>;
}

/** Mails about passwords in MongoDB. */
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
  async take(id, now, until) {
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
  async spend(tokenHash, now) {
    const row = await model
      .findOneAndUpdate({ tokenHash, goodUntil: { $gt: now } }, { $unset: { tokenHash: 1 } })
      .lean();
    return row?.userId === undefined ? undefined : { id: row._id, userId: row.userId };
  },
  async giveBack(id, tokenHash) {
    await model.updateOne({ _id: id }, { $set: { tokenHash } });
  },
  async spendAllOf(userId) {
    await model.updateMany({ userId }, { $unset: { tokenHash: 1 } });
  },
  async forget(userId, email) {
    await model.deleteMany({ $or: [{ userId }, { email }] });
  },
});
