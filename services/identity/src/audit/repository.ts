import { CHAIN_START, type ChainHead } from '@symbio/hash-chain';
import { isDuplicateKey } from '@symbio/mongo';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';
import type { QueryFilter } from 'mongoose';
import type { AuditCheckpoint, AuditModels, AuditRow, AuditSetting, AuditStateRow, AuditValues } from './model.js';

/** Filters of an entry list; absent or empty ones do not apply. */
export interface AuditQuery {
  /** Of the users who acted. */
  organizationId?: string;
  userId?: string;
  apiKeyId?: string;
  projectId?: string;
  address?: string;
  actions?: readonly AuditAction[];
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** Every query and write of the audit trail. Entries are immutable. */
export interface AuditRepository {
  /** Position and hash of the newest entry. */
  head(): Promise<ChainHead>;
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds rows in order, up to the first whose position or id is taken.
   * @returns whether all were added
   */
  add(rows: readonly AuditRow[]): Promise<boolean>;
  find(seq: number): Promise<AuditRow | undefined>;
  after(seq: number, limit: number): Promise<AuditRow[]>;
  /** Newest first, continuing after the entry `before`. */
  list(query: AuditQuery, before: number, limit: number): Promise<AuditRow[]>;
  /** Position of the entry; 0 if none. */
  oldest(after: number): Promise<number>;
  /** Newest entry, up to a position, such that it and all entries before it are older than a moment. */
  lastBefore(moment: Date, most: number): Promise<ChainHead | undefined>;
  checkpoint(): Promise<AuditCheckpoint | undefined>;
  /** Adds a checkpoint unless another replica added the same one. */
  addCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;
  /** Removes up to `limit` of the oldest entries, up to a position. */
  removeThrough(seq: number, limit: number): Promise<boolean>;
  retention(): Promise<AuditSetting | undefined>;
  /**
   * Sets the retention together with the change's entry.
   * @returns false if the setting is no longer `before`, or if the previous change has no entry yet
   */
  setRetention(days: number, before: number, change: AuditValues): Promise<boolean>;
  /** Records that a setting's change is in the trail. */
  entered(id: string): Promise<void>;
  state(): Promise<AuditStateRow | undefined>;
  setState(state: Omit<AuditStateRow, '_id'>): Promise<void>;
}

const VERIFICATION = 'verification';
const RETENTION = 'retention';

function filterOf({
  organizationId,
  userId,
  apiKeyId,
  projectId,
  address,
  actions,
  from,
  to,
}: AuditQuery): QueryFilter<AuditRow> {
  return {
    ...(organizationId !== undefined && { organizationId }),
    ...(userId && { userId }),
    ...(apiKeyId && { apiKeyId }),
    ...(projectId && { projectId }),
    ...(address && { address }),
    ...(actions?.length && { action: { $in: [...actions] } }),
    ...((from ?? to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
  };
}

export const auditRepository = ({ entries, states, checkpoints, settings }: AuditModels): AuditRepository => ({
  async head() {
    const row = await entries.findOne().sort({ _id: -1 }).select({ hash: 1 }).lean();
    return row ? { seq: row._id, hash: row.hash } : CHAIN_START;
  },
  async known(ids) {
    const rows = await entries
      .find({ id: { $in: [...ids] } })
      .select({ id: 1 })
      .lean();
    return new Set(rows.map(({ id }) => id));
  },
  async add(rows) {
    try {
      await entries.insertMany([...rows], { ordered: true, lean: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  async find(seq) {
    return (await entries.findOne({ _id: seq }).lean()) ?? undefined;
  },
  after: (seq, limit) =>
    entries
      .find({ _id: { $gt: seq } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean(),
  async list(query, before, limit) {
    const last = before > 0 ? await entries.findOne({ _id: before }).select({ at: 1 }).lean() : undefined;
    // removed because of its age, together with everything after it in this order
    if (before > 0 && !last) return [];
    const after = last ? { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] } : {};
    return entries
      .find({ $and: [filterOf(query), after] })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean();
  },
  async oldest(after) {
    const row = await entries
      .findOne({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .select({ _id: 1 })
      .lean();
    return row?._id ?? 0;
  },
  async lastBefore(moment, most) {
    const later = await entries
      .findOne({ at: { $gte: moment } })
      .sort({ _id: 1 })
      .hint({ _id: 1 })
      .select({ _id: 1 })
      .lean();
    const seq = Math.min(most, later ? later._id - 1 : most);
    const row = await entries.findOne({ _id: seq }).select({ hash: 1 }).lean();
    return row ? { seq, hash: row.hash } : undefined;
  },
  async checkpoint() {
    return (await checkpoints.findOne().sort({ _id: -1 }).lean()) ?? undefined;
  },
  async addCheckpoint({ _id, ...values }) {
    await checkpoints.updateOne({ _id }, { $setOnInsert: values }, { upsert: true });
  },
  async removeThrough(seq, limit) {
    const oldest = await entries
      .find({ _id: { $lte: seq } })
      .sort({ _id: 1 })
      .limit(limit)
      .select({ _id: 1 })
      .lean();
    const last = oldest.at(-1);
    if (last) await entries.deleteMany({ _id: { $lte: last._id } });
    return oldest.length === limit;
  },
  async retention() {
    return (await settings.findOne({ _id: RETENTION }).lean()) ?? undefined;
  },
  async setRetention(days, before, change) {
    try {
      const { matchedCount, upsertedCount } = await settings.updateOne(
        { _id: RETENTION, days: before, change: null },
        { $set: { days, change } },
        { upsert: before === 0 },
      );
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  async entered(id) {
    await settings.updateOne({ _id: RETENTION, 'change.id': id }, { $set: { change: null } });
  },
  async state() {
    return (await states.findOne({ _id: VERIFICATION }).lean()) ?? undefined;
  },
  async setState(state) {
    await states.updateOne({ _id: VERIFICATION }, { $set: state }, { upsert: true });
  },
});
