import {
  conflict,
  createSweep,
  notFound,
  seesOrganization,
  unlessNotFound,
  type Actor,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import { erasedName, type ErasedPeople } from '@symbio/people';
import { userEvents } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import type { Administration } from './administration.js';
import { apiKeyRevokedEvent, userEvent } from './events.js';
import type { UserRow } from './model.js';
import type { PasswordMailRepository } from './password-mail-repository.js';
import type { ApiKeyRepository, GrantRepository, UserRepository, UserValues } from './repository.js';
import type { By } from './users.js';

/** Milliseconds between checks for erased people who are back after a restore, or whose erasure was interrupted. */
const SWEEP_MS = 3_600_000;

export interface ErasureDeps {
  users: Pick<UserRepository, 'find' | 'change' | 'erased'>;
  apiKeys: Pick<ApiKeyRepository, 'ofUser' | 'revoke'>;
  passwordMails: Pick<PasswordMailRepository, 'removeAllOf'>;
  grants: Pick<GrantRepository, 'read'>;
  administration: Pick<Administration, 'update'>;
  accounts: Pick<Accounts, 'deleteAccount'>;
  /** Stored outside the database: its people stay erased after a restore. */
  people: ErasedPeople;
  clock: Clock;
  log: Logger;
  self: Actor;
}

/** Id, author, role and times. */
const left = ({ _id }: UserRow, erasedAt: Date): Partial<UserValues> => ({
  name: erasedName(_id),
  email: '',
  company: undefined,
  phone: undefined,
  qualification: undefined,
  disabled: true,
  erasedAt,
  awaitsFirstSignIn: undefined,
  confirmationDue: undefined,
  confirmationTries: undefined,
  registration: undefined,
  confirmationsSent: undefined,
});

/** Erases people (docs/operations/erasing.md). */
export function createErasure(deps: ErasureDeps) {
  const { users, apiKeys, passwordMails, grants, administration, accounts, people, clock, log, self } = deps;

  /** Clears the record and revokes the keys. Idempotent; the record, which publishes the change, comes last. */
  async function eraseRecord(user: UserRow, at: Date, actor: Actor): Promise<void> {
    await passwordMails.removeAllOf(user._id, user.email);
    for (const { _id } of await apiKeys.ofUser(user._id))
      await apiKeys.revoke(_id, clock.now(), actor, (row) => [apiKeyRevokedEvent(row)]);
    const stored = await grants.read();
    await users.change(
      user._id,
      actor,
      (row) => left(row, at),
      (row) => [userEvent(userEvents.erased, row, stored)],
    );
  }

  /** Erases people again who are back after a restore, and completes a new list. */
  async function eraseAgain(signal: AbortSignal): Promise<void> {
    const list = await people.all();
    const known: string[] = [];
    for (const { userId, at } of list) {
      signal.throwIfAborted();
      const user = await users.find(userId);
      if (user) known.push(userId);
      if (!user || user.erasedAt) continue;
      await eraseRecord(user, at, self);
      log.warn({ user_id: userId }, "an erased person's record was restored; erased it again");
    }
    const listed = new Set(list.map(({ userId }) => userId));
    for (const { _id: userId, authorId, erasedAt: at } of await users.erased())
      if (at && !listed.has(userId)) await people.add({ userId, authorId, at });
    // the provider has separate backups
    for (const userId of known) {
      signal.throwIfAborted();
      await unlessNotFound(accounts.deleteAccount(userId));
    }
  }

  return {
    /**
     * Permanently erases a person.
     * @returns the placeholder for the name
     * @throws AppError NOT_FOUND, FAILED_PRECONDITION for oneself, INVALID_ARGUMENT for the last administrator, and
     * UNAVAILABLE if the provider or NATS does not respond: the account may be disabled then
     */
    async erase(userId: string, { actor }: By): Promise<string> {
      const user = await users.find(userId);
      if (!user || !seesOrganization(actor, user.organizationId)) throw notFound('User');
      if (userId === actor.sub)
        throw conflict('own_account', 'You cannot erase yourself: another administrator has to do that.');
      const { authorId, erasedAt } = user;
      if (!user.disabled) await administration.update({ userId, disabled: true }, { actor });
      await unlessNotFound(accounts.deleteAccount(userId));
      const at = erasedAt ?? clock.now();
      // from here on the erasure will be finished, by this or another process
      await people.add({ userId, authorId, at });
      if (!erasedAt) await eraseRecord(user, at, actor);
      return erasedName(userId);
    },

    /** Finishes interrupted erasures and repeats ones reverted by a restore. */
    again: eraseAgain,
    sweep: createSweep({ what: 'erasing again who was erased', everyMs: SWEEP_MS, atOnce: true, run: eraseAgain, log }),
  };
}

export type Erasure = ReturnType<typeof createErasure>;
