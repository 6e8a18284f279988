import { AppError, event, invalidFields, notFound, type Actor, type Logger } from '@symbio/kit';
import type { Accounts } from './accounts.js';
import { userChanged } from './events.js';
import { userMessage } from './mapping.js';
import type { UserRow } from './model.js';
import type { IdentityRepository, UserValues } from './repository.js';
import { ROLES, isRole, type Grants, type Role } from './roles.js';

/** What an administrator changes about somebody; what is absent stays. */
export interface UserChange {
  role?: string;
  disabled?: boolean;
}

export interface AdministrationDeps {
  repo: IdentityRepository;
  accounts: Pick<Accounts, 'setRole' | 'setEnabled'>;
  log: Logger;
}

type Fields = Record<string, string>;

/** One change at the identity provider, and how to take it back. */
interface Step {
  run(): Promise<void>;
  undo(): Promise<void>;
}

/** The provider may know no account of a person, who then cannot sign in anyway: our own record is what counts. */
async function unlessUnknown(call: Promise<void>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
  }
}

/** What administrators do to other people's accounts (AUTH-25, AUTH-29). */
export function createAdministration({ repo, accounts, log }: AdministrationDeps) {
  /** @throws AppError INVALID_ARGUMENT with all bad fields */
  function check(id: string, change: UserChange, actor: Actor): { role?: Role; disabled?: boolean } {
    const { role, disabled } = change;
    const fields: Fields = {};
    if (role === undefined && disabled === undefined) fields['role'] = 'Nothing to change: give a role, or disabled';
    if (role !== undefined && !isRole(role)) fields['role'] = `Role must be one of ${ROLES.join(', ')}`;
    // a slip would lock the administrator out
    else if (role !== undefined && id === actor.sub) fields['role'] = 'You cannot change your own role';
    if (disabled && id === actor.sub) fields['disabled'] = 'You cannot disable your own account';
    if (Object.keys(fields).length > 0) throw invalidFields(fields);
    return { role: role !== undefined && isRole(role) ? role : undefined, disabled };
  }

  const lastAdministrator = (change: UserChange): AppError =>
    invalidFields({
      [change.disabled ? 'disabled' : 'role']: 'This is the last administrator: somebody must be able to manage users',
    });

  const administers = (row: Pick<UserRow, 'role' | 'disabled'>): boolean =>
    row.role === 'administrator' && !row.disabled;

  function stepsOf(user: UserRow, { role, disabled }: { role?: Role; disabled?: boolean }): Step[] {
    const steps: Step[] = [];
    if (role !== undefined)
      steps.push({
        run: () => accounts.setRole(user._id, role),
        undo: () => accounts.setRole(user._id, user.role),
      });
    if (disabled !== undefined)
      steps.push({
        run: () => accounts.setEnabled(user._id, !disabled),
        undo: () => accounts.setEnabled(user._id, !user.disabled),
      });
    return steps;
  }

  /** Takes back what was done, last first. What cannot be taken back is logged: the next change of the person repairs it. */
  async function takeBack(done: Step[], userId: string): Promise<void> {
    for (const step of done.reverse())
      await unlessUnknown(step.undo()).catch((error: unknown) =>
        log.error({ err: error, user_id: userId }, 'the identity provider keeps a change that was refused'),
      );
  }

  const told = (grants: Grants) => (row: UserRow) => [event(userChanged, '', { user: userMessage(row, grants) })];

  /** Writes our own record, and takes it back when nobody would be left to manage users. */
  async function write(user: UserRow, values: Partial<UserValues>, grants: Grants, actor: Actor): Promise<UserRow> {
    const changed = await repo.changeUser(user._id, actor, () => values, told(grants));
    if (!changed) throw notFound('User');
    // two administrators may remove each other at the same moment: whoever looks second finds nobody
    if (administers(user) && !administers(changed) && !(await repo.hasAdministrator())) {
      const { role, roleSource, disabled } = user;
      await repo.changeUser(user._id, actor, () => ({ role, roleSource, disabled }), told(grants));
      throw lastAdministrator({ disabled: changed.disabled });
    }
    return changed;
  }

  return {
    /**
     * Sets a role for good, or disables or enables an account: first at the identity provider, then here. Either all of it
     * happens or nothing.
     *
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, and UNAVAILABLE while the provider does not answer
     */
    async update(id: string, input: UserChange, actor: Actor): Promise<{ user: UserRow; grants: Grants }> {
      const change = check(id, input, actor);
      const [user, grants] = await Promise.all([repo.user(id), repo.grants()]);
      if (!user) throw notFound('User');
      const after = { role: change.role ?? user.role, disabled: change.disabled ?? user.disabled };
      if (administers(user) && !administers(after) && !(await repo.hasAdministrator(id)))
        throw lastAdministrator(change);
      const values: Partial<UserValues> = {
        ...(change.role === undefined ? {} : { role: change.role, roleSource: 'administrator' as const }),
        ...(change.disabled === undefined ? {} : { disabled: change.disabled || undefined }),
      };
      const done: Step[] = [];
      try {
        for (const step of stepsOf(user, change)) {
          // noted before it runs: what answers with an error may have happened all the same
          done.push(step);
          await unlessUnknown(step.run());
        }
        return { user: await write(user, values, grants, actor), grants };
      } catch (error) {
        await takeBack(done, id);
        throw error;
      }
    },
  };
}

export type Administration = ReturnType<typeof createAdministration>;
