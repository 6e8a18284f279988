import type { Connection } from 'mongoose';
import type { Clock } from '@symbio/runtime';
import { isDuplicateKey } from './mongo.js';

interface ClaimRow {
  _id: string;
  at: Date;
  done: boolean;
}

/** Retention of a claim in seconds: longer than any redelivery. */
const CLAIM_SECONDS = 30 * 86_400;

/** Records completed side effects of events. */
export interface Claims {
  /**
   * Runs `effect` unless it was completed for this key. After an interruption the next delivery runs it again: effects
   * must tolerate that.
   * @returns whether it ran
   */
  once(key: string, effect: () => Promise<void>): Promise<boolean>;
}

export async function createClaims(connection: Connection, clock: Clock): Promise<Claims> {
  const claims = connection.collection<ClaimRow>('claims');
  await claims.createIndex({ at: 1 }, { expireAfterSeconds: CLAIM_SECONDS });
  return {
    async once(key, effect) {
      try {
        await claims.insertOne({ _id: key, at: clock.now(), done: false });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if ((await claims.findOne({ _id: key }))?.done) return false;
      }
      await effect();
      await claims.updateOne({ _id: key }, { $set: { done: true } });
      return true;
    },
  };
}
