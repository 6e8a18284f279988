/** Repository of deleted, restorable projects. */
import type { Actor } from '@symbio/runtime';
import type { OutboxWriter, PendingEvent } from '@symbio/mongo';
import type { PageSpec } from '@symbio/rpc';
import type { Model } from 'mongoose';
import type { ErasedRow, ProjectRow } from './model.js';
import { ofVisibility, UNREAD, type StoredProject, type Visibility } from './repository.js';

type Events = (row: StoredProject) => PendingEvent[];

export interface RemovedProjects {
  /** A restorable project. */
  find(id: string, now: Date): Promise<StoredProject | undefined>;
  /** Latest deletion first. */
  list(visibility: Visibility, now: Date, page: PageSpec): Promise<{ rows: StoredProject[]; count: number }>;
  /** Ids of some expired projects. */
  expired(now: Date): Promise<string[]>;
  /** Undefined when it expired or was restored concurrently. */
  restore(id: string, now: Date, actor: Actor, events: Events): Promise<StoredProject | undefined>;
  /**
   * Permanently removes a deleted project. Undefined if not deleted.
   * @param expiredBy only if expired at that time
   */
  erase(id: string, actor: Actor, events: Events, expiredBy?: Date): Promise<StoredProject | undefined>;
  /** Whether a project had this id: rows that outlive it must not get into another one. */
  isErased(id: string): Promise<boolean>;
}

const BATCH = 100;

export function removedProjects(
  model: Model<ProjectRow>,
  writer: OutboxWriter<ProjectRow>,
  erasedIds: Model<ErasedRow>,
): RemovedProjects {
  const restorable = (now: Date) => ({ purgeAt: { $gt: now }, deletedAt: null });
  return {
    async find(id, now) {
      return (await model.findOne({ _id: id, ...restorable(now) }, UNREAD).lean()) ?? undefined;
    },
    async list(visibility, now, { skip, perPage }) {
      const query = { ...restorable(now), ...ofVisibility(visibility) };
      // retention is constant, so this is the order of deletion
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
      // first: the relay removes the row at any time after its change
      await erasedIds.updateOne({ _id: id }, {}, { upsert: true });
      const row = await writer.change(id, actor, (current) => {
        isErased = current.purgeAt !== undefined && (!expiredBy || current.purgeAt <= expiredBy);
        return isErased ? { remove: true, events: events(current) } : undefined;
      });
      return isErased ? row : undefined;
    },
    isErased: async (id) => (await erasedIds.exists({ _id: id })) !== null,
  };
}
