import { dueRows, upserting, type DueRows } from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { InvitationRow, ProjectMailRow } from './model.js';

export interface InvitationRepository {
  /** Writes the invitation of an address, and replaces an earlier one with its link. */
  put(values: Omit<InvitationRow, '_id' | 'tokenHash'>): Promise<InvitationRow>;
  find(projectId: string, email: string): Promise<InvitationRow | undefined>;
  /** Expired ones too. */
  findByToken(tokenHash: string): Promise<InvitationRow | undefined>;
  /** Newest first. */
  list(projectId: string): Promise<InvitationRow[]>;
  /** Stores the link about to be mailed. False if the invitation was replaced or withdrawn. */
  setLink(id: string, linkId: string, link: Required<Pick<InvitationRow, 'tokenHash' | 'goodUntil'>>): Promise<boolean>;
  /** Consumes a valid link; undefined if invalid. Only one of concurrent calls succeeds. */
  useLink(tokenHash: string, now: Date): Promise<InvitationRow | undefined>;
  /** Makes a link valid again whose use failed, unless it was replaced. */
  restoreLink(row: Pick<InvitationRow, '_id' | 'linkId'>, tokenHash: string): Promise<void>;
  /** Unless the address was invited again. */
  accepted(row: Pick<InvitationRow, '_id' | 'linkId'>): Promise<void>;
  /** False if there is no such invitation. */
  remove(projectId: string, id: string): Promise<boolean>;
  removeAllOf(projectId: string): Promise<void>;
}

/** A mail claimed for sending. */
export type PendingProjectMail = Omit<ProjectMailRow, 'askedAt'>;

export interface ProjectMailRepository extends DueRows<PendingProjectMail> {
  add(row: Omit<ProjectMailRow, '_id' | 'tries'>): Promise<void>;
  /** Number of mails requested after a moment. */
  count(
    of: Partial<Pick<ProjectMailRow, 'kind' | 'invitedBy' | 'email' | 'projectId' | 'userId'>>,
    after: Date,
  ): Promise<number>;
}

export const invitationRepository = (model: Model<InvitationRow>): InvitationRepository => ({
  async put({ projectId, email, ...values }) {
    // of concurrent first invitations one inserts, the others change it
    return upserting(() =>
      model
        .findOneAndUpdate(
          { projectId, email },
          { $set: values, $unset: { tokenHash: 1 }, $setOnInsert: { _id: newId() } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean(),
    );
  },
  async find(projectId, email) {
    return (await model.findOne({ projectId, email }).lean()) ?? undefined;
  },
  async findByToken(tokenHash) {
    return (await model.findOne({ tokenHash }).lean()) ?? undefined;
  },
  list: (projectId) => model.find({ projectId }).sort({ invitedAt: -1, _id: -1 }).lean(),
  async setLink(id, linkId, link) {
    return (await model.updateOne({ _id: id, linkId }, { $set: link })).matchedCount > 0;
  },
  async useLink(tokenHash, now) {
    const used = { $unset: { tokenHash: 1 } };
    return (await model.findOneAndUpdate({ tokenHash, goodUntil: { $gt: now } }, used).lean()) ?? undefined;
  },
  async restoreLink({ _id, linkId }, tokenHash) {
    await model.updateOne({ _id, linkId, tokenHash: { $exists: false } }, { $set: { tokenHash } });
  },
  async accepted({ _id, linkId }) {
    await model.deleteOne({ _id, linkId });
  },
  async remove(projectId, id) {
    return (await model.deleteOne({ _id: id, projectId })).deletedCount > 0;
  },
  async removeAllOf(projectId) {
    await model.deleteMany({ projectId });
  },
});

/** Mails in MongoDB. */
export const projectMailRepository = (model: Model<ProjectMailRow>): ProjectMailRepository => ({
  async add(row) {
    await model.create({ _id: newId(), tries: 0, ...row });
  },
  count: (of, after) => model.countDocuments({ ...of, askedAt: { $gt: after } }),
  ...dueRows(model),
});
