import { upserting } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { LookRow } from './model.js';

export interface LookRepository {
  /** The stored time; stores `now` at the first look. */
  seenAt(projectId: string, userId: string, now: Date): Promise<Date>;
  /** Stores a later time, and returns the stored one. */
  advance(projectId: string, userId: string, until: Date): Promise<Date>;
  removeAllOf(projectId: string): Promise<void>;
}

export function lookRepository(model: Model<LookRow>): LookRepository {
  const idOf = (projectId: string, userId: string): string => `${projectId}:${userId}`;
  async function write(projectId: string, userId: string, update: object): Promise<Date> {
    const _id = idOf(projectId, userId);
    const row = await model
      .findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false })
      .lean<LookRow>();
    return row.seenAt;
  }
  return {
    seenAt: (projectId, userId, now) =>
      upserting(() => write(projectId, userId, { $setOnInsert: { projectId, userId, seenAt: now } })),
    advance: (projectId, userId, until) =>
      upserting(() => write(projectId, userId, { $setOnInsert: { projectId, userId }, $max: { seenAt: until } })),
    async removeAllOf(projectId) {
      await model.deleteMany({ projectId });
    },
  };
}
