import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';
import { isDuplicateKey } from '../mongo.js';

interface ClaimRow {
  _id: string;
  at: Date;
  done: boolean;
}

/** Seconds a claim is kept: longer than any event can come again. */
const CLAIM_SECONDS = 30 * 86_400;

/** Remembers which events' side effects are done. */
export interface Claims {
  /**
   * Runs `effect` unless it was completed for this key before. When the process dies inside it, the next delivery
   * runs it again: an effect must bear a second run that follows a broken one.
   * @returns whether it ran.
   */
  once(key: string, effect: () => Promise<void>): Promise<boolean>;
}

/** Claims in a collection of the service's own database. */
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
