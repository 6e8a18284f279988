/** Projects that were deleted and can be restored: nothing else finds them. */
import type { Actor, OutboxWriter, PageSpec, PendingEvent } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { ProjectRow } from './model.js';
import { ofVisibility, UNREAD, type StoredProject, type Visibility } from './repository.js';

type Events = (row: StoredProject) => PendingEvent[];

/** Every query and write of deleted projects. */
export interface RemovedProjects {
  /** One that can be restored now. */
  find(id: string, now: Date): Promise<StoredProject | undefined>;
  /** A page of those of somebody that can be restored now, the last deleted first. */
  list(visibility: Visibility, now: Date, page: PageSpec): Promise<{ rows: StoredProject[]; count: number }>;
  /** Ids of some whose time is over. */
  expired(now: Date): Promise<string[]>;
  /** Undefined when it cannot be restored any more, or somebody did. */
  restore(id: string, now: Date, actor: Actor, events: Events): Promise<StoredProject | undefined>;
  /**
   * Removes a deleted project for good. Undefined when it is not deleted.
   * @param expiredBy only if its time is over then
   */
  erase(id: string, actor: Actor, events: Events, expiredBy?: Date): Promise<StoredProject | undefined>;
}

/** Projects that are looked at in one go. */
const BATCH = 100;

/** Deleted projects in MongoDB. */
export function removedProjects(model: Model<ProjectRow>, writer: OutboxWriter<ProjectRow>): RemovedProjects {
  const restorable = (now: Date) => ({ purgeAt: { $gt: now }, deletedAt: null });
  return {
    async find(id, now) {
      return (await model.findOne({ _id: id, ...restorable(now) }, UNREAD).lean()) ?? undefined;
    },
    async list(visibility, now, { skip, perPage }) {
      const query = { ...restorable(now), ...ofVisibility(visibility) };
      // all are kept equally long: the order is that of their deletion
      const rows = await model.find(query, UNREAD).sort({ purgeAt: -1, _id: -1 }).skip(skip).limit(perPage).lean();
      return { rows, count: await model.countDocuments(query) };
    },
    async expired(now) {
      const rows = await model
        .find({ purgeAt: { $lte: now }, deletedAt: null }, { _id: 1 })
        .limit(BATCH)
        .lean();
      return rows.map(({ _id }) => _id);
    },
    async restore(id, now, actor, events) {
      let isRestored = false;
      const row = await writer.change(id, actor, (current, after) => {
        isRestored = current.purgeAt !== undefined && current.purgeAt > now;
        const set = { removal: undefined, purgeAt: undefined };
        return isRestored ? { set, events: events(after(set)) } : undefined;
      });
      return isRestored ? row : undefined;
    },
    async erase(id, actor, events, expiredBy) {
      let isErased = false;
      const row = await writer.change(id, actor, (current) => {
        isErased = current.purgeAt !== undefined && (!expiredBy || current.purgeAt <= expiredBy);
        return isErased ? { remove: true, events: events(current) } : undefined;
      });
      return isErased ? row : undefined;
    },
  };
}
