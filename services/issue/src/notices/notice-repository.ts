import { isDuplicateKey, newId, type Clock } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { NoticeRow } from '../model.js';

/** Milliseconds a process has for sending what it took. */
const CLAIM_MS = 5 * 60_000;
/** People whose mail is due that are looked at in one go. */
const BATCH = 100;
/** Most notices of one mail. */
const MAX_OF_ONE = 200;

export type NewNotice = Pick<NoticeRow, 'userId' | 'issueId' | 'key' | 'title' | 'by' | 'byId' | 'changes' | 'at'>;

/** What one attempt of sending has to itself. */
export interface ClaimedNotices {
  claim: string;
  rows: NoticeRow[];
}

/** Every query and write of the notices. */
export interface NoticeRepository {
  /** Adds what an event means for a person, due with what already waits for this person. The same event adds nothing. */
  add(eventId: string, notice: NewNotice, delayMs: number): Promise<void>;
  /** People who have something that is due. */
  due(): Promise<string[]>;
  /** Everything that waits for a person and nobody else is sending, as one attempt's own. */
  take(userId: string): Promise<ClaimedNotices>;
  /** Forgets what was sent. */
  done(claim: string): Promise<void>;
  /** Puts back what could not be sent. */
  putBack(claim: string, delayMs: number): Promise<void>;
  /** How many wait. */
  count(): Promise<number>;
}

/** Notices in MongoDB. */
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
      const ids = await model.find(free, { _id: 1 }).sort({ dueAt: 1 }).limit(MAX_OF_ONE).lean();
      // asked again at the write: of two processes each row goes to one
      await model.updateMany(
        { ...free, _id: { $in: ids.map(({ _id }) => _id) } },
        { $set: { claim, claimedUntil: inMs(CLAIM_MS) } },
      );
      return { claim, rows: await model.find({ claim }).sort({ at: 1 }).lean<NoticeRow[]>() };
    },

    async done(claim) {
      await model.deleteMany({ claim });
    },

    async putBack(claim, delayMs) {
      await model.updateMany(
        { claim },
        { $set: { dueAt: inMs(delayMs) }, $inc: { tries: 1 }, $unset: { claim: 1, claimedUntil: 1 } },
      );
    },

    count: () => model.countDocuments({}),
  };
}
