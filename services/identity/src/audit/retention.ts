/** How long entries of the audit trail are kept. */
import { eventActor, invalidFields, newId, stale, type Actor, type Clock } from '@symbio/kit';
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from '@symbio/proto/limits';
import type { AuditValues } from './model.js';
import type { AuditRepository } from './repository.js';
import type { Trail } from './trail.js';

const DAY_MS = 86_400_000;
/** Entries removed at once. */
const SLICE = 1_000;

export interface RetentionDeps {
  repository: AuditRepository;
  trail: Pick<Trail, 'record' | 'verifyAll' | 'noteRemoval'>;
  clock: Clock;
}

const label = (days: number): string => (days === 0 ? 'for ever' : `${days} days`);

const isAllowed = (days: number): boolean =>
  days === 0 || (Number.isInteger(days) && days >= MIN_AUDIT_DAYS && days <= MAX_AUDIT_DAYS);

/** Sets how long entries are kept, and removes those that are older. */
export function createRetention({ repository, trail, clock }: RetentionDeps) {
  /** The setting in days, 0 for ever. What changed it is in the trail before anybody goes by it. */
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
     * Sets after how many days entries are removed; 0: never. Nothing is removed by this itself.
     * @throws AppError INVALID_ARGUMENT for a number of days that is not allowed; ABORTED when somebody else changed it
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
     * Looks at the whole trail and removes what is older than the setting, oldest first, after its checkpoint is noted and
     * written. From a trail that is broken nothing is removed. The newest entry stays: the next one follows it.
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
      // also those that a process left that was ended between the two
      const { _id: removed = 0 } = (await repository.checkpoint()) ?? {};
      let isMore = removed > 0;
      while (isMore && !signal.aborted) isMore = await repository.removeThrough(removed, SLICE);
    },
  };
}

export type Retention = ReturnType<typeof createRetention>;
