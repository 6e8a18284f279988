import { isDuplicateKey } from '@symbio/mongo';
import { newId, type Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { NoticeRow } from '../model.js';

/** Lease of a sending attempt, in milliseconds. */
const CLAIM_MS = 5 * 60_000;
const BATCH = 100;
const MAX_PER_USER = 200;

export type NewNotice = Pick<
  NoticeRow,
  'userId' | 'issueId' | 'key' | 'title' | 'by' | 'byId' | 'changes' | 'at' | 'path' | 'reporterId' | 'organizationId'
>;

export interface ClaimedNotices {
  claim: string;
  rows: NoticeRow[];
}

export interface NoticeRepository {
  /** Due with the person's pending ones. Idempotent per event. */
  add(eventId: string, notice: NewNotice, delayMs: number): Promise<void>;
  due(): Promise<string[]>;
  /** Leases all notices of a person not leased by another attempt. */
  take(userId: string): Promise<ClaimedNotices>;
  done(claim: string): Promise<void>;
  release(claim: string, delayMs: number): Promise<void>;
  count(): Promise<number>;
}

export function noticeRepository(model: Model<NoticeRow>, clock: Clock): NoticeRepository {
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  return {
    async add(eventId, notice, delayMs) {
      const waiting = await model.findOne({ userId: notice.userId }, { dueAt: 1 }).sort({ dueAt: 1 }).lean();
      try {
        await model.create({ ...notice, _id: `${eventId}:${notice.userId}`, dueAt: waiting?.dueAt ?? inMs(delayMs) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    async due() {
      const rows = await model.aggregate<{ _id: string }>([
        { $match: { dueAt: { $lte: clock.now() } } },
        { $group: { _id: '$userId' } },
        { $limit: BATCH },
      ]);
      return rows.map(({ _id }) => _id);
    },

    async take(userId) {
      const now = clock.now();
      const claim = newId();
      const free = { userId, $or: [{ claimedUntil: null }, { claimedUntil: { $lt: now } }] };
      const ids = await model.find(free, { _id: 1 }).sort({ dueAt: 1 }).limit(MAX_PER_USER).lean();
      // the condition is repeated in the write, so each row goes to one process
      await model.updateMany(
        { ...free, _id: { $in: ids.map(({ _id }) => _id) } },
        { $set: { claim, claimedUntil: inMs(CLAIM_MS) } },
      );
      return { claim, rows: await model.find({ claim }).sort({ at: 1 }).lean<NoticeRow[]>() };
    },

    async done(claim) {
      await model.deleteMany({ claim });
    },

    async release(claim, delayMs) {
      await model.updateMany(
        { claim },
        { $set: { dueAt: inMs(delayMs) }, $inc: { tries: 1 }, $unset: { claim: 1, claimedUntil: 1 } },
      );
    },

    count: () => model.countDocuments({}),
  };
}
