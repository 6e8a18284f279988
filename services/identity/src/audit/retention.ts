import { eventActor } from '@symbio/events';
import { invalidFields, newId, stale, type Actor, type Clock } from '@symbio/runtime';
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from '@symbio/proto/limits';
import type { AuditValues } from './model.js';
import type { AuditRepository } from './repository.js';
import type { Trail } from './trail.js';

const DAY_MS = 86_400_000;
/** Entries removed per batch. */
const SLICE = 1_000;

export interface RetentionDeps {
  repository: AuditRepository;
  trail: Pick<Trail, 'record' | 'verifyAll' | 'noteRemoval'>;
  clock: Clock;
}

const label = (days: number): string => (days === 0 ? 'for ever' : `${days} days`);

const isAllowed = (days: number): boolean =>
  days === 0 || (Number.isInteger(days) && days >= MIN_AUDIT_DAYS && days <= MAX_AUDIT_DAYS);

/** Sets the retention and removes older entries. */
export function createRetention({ repository, trail, clock }: RetentionDeps) {
  /** Setting in days, 0 for unlimited. Its change enters the trail before it takes effect. */
  async function current(): Promise<number> {
    const { days = 0, change } = (await repository.retention()) ?? {};
    if (change) {
      await trail.record([change]);
      await repository.entered(change.id);
    }
    return days;
  }

  function entryOf(operation: string, actor: Actor): AuditValues {
    const { sub, authorId, keyId = '', address = '', requestId = '' } = eventActor(actor);
    return {
      ...{ id: newId(), at: clock.now(), userId: sub, authorId, apiKeyId: keyId, address, requestId, operation },
      ...{ action: 'administered', object: 'audit', objectId: '', projectId: '', status: 0 },
    };
  }

  return {
    /**
     * Sets the retention in days; 0: unlimited. Removes nothing itself.
     * @throws AppError INVALID_ARGUMENT for an invalid number of days; ABORTED if changed concurrently
     */
    async set(days: number, actor: Actor): Promise<void> {
      if (!isAllowed(days))
        throw invalidFields({
          days: `Entries are kept for a whole number of days from ${MIN_AUDIT_DAYS} to ${MAX_AUDIT_DAYS}, or for ever`,
        });
      const before = await current();
      if (days === before) return;
      const entry = entryOf(`kept ${label(days)}, before ${label(before)}`, actor);
      if (!(await repository.setRetention(days, before, entry))) throw stale('How long entries are kept');
      await current();
    },

    /**
     * Verifies the whole trail and removes expired entries, oldest first, after recording and writing the checkpoint.
     * Removes nothing from a broken trail. Keeps the newest entry, which the next one follows.
     */
    async verifyAndRemove(signal: AbortSignal): Promise<void> {
      const days = await current();
      const through = await trail.verifyAll();
      if (!through) return;
      if (days > 0) {
        const last = await repository.lastBefore(new Date(clock.now().getTime() - days * DAY_MS), through.seq - 1);
        if (last && last.seq > ((await repository.checkpoint())?._id ?? 0)) {
          await trail.noteRemoval(through, last);
          await repository.addCheckpoint({ _id: last.seq, hash: last.hash, at: clock.now(), days });
        }
      }
      // includes entries left by a process that ended between checkpoint and removal
      const { _id: removed = 0 } = (await repository.checkpoint()) ?? {};
      let isMore = removed > 0;
      while (isMore && !signal.aborted) isMore = await repository.removeThrough(removed, SLICE);
    },
  };
}

export type Retention = ReturnType<typeof createRetention>;
