import {
  administersInstallation,
  invalidFields,
  newValues,
  notAuthorized,
  notFound,
  refuseFields,
  seesAllOrganizations,
  seesOrganization,
  unlessNotFound,
  type Actor,
  type AppError,
  type Logger,
} from '@symbio/runtime';
import type { Propagation } from '@symbio/events';
import { userEvents } from '@symbio/proto/identity';
import { USER_ROLES, isUserRole, type UserRole } from '@symbio/proto/identity/vocabulary';
import type { Accounts } from './accounts.js';
import { userEvent } from './events.js';
import type { UserRow } from './model.js';
import type { Organizations } from './organizations.js';
import type { GrantRepository, UserRepository, UserValues } from './repository.js';
import type { Grants } from './roles.js';
import type { By } from './users.js';

/** Absent fields stay unchanged. */
export interface UserChange {
  userId: string;
  role?: string;
  disabled?: boolean;
  /** Empty: the operator of the installation. */
  organizationId?: string;
}

/** A validated change. */
interface Change extends Pick<UserChange, 'disabled' | 'organizationId'> {
  role?: UserRole;
}

export interface AdministrationDeps {
  users: Pick<UserRepository, 'find' | 'change' | 'hasAdministrator'>;
  grants: Pick<GrantRepository, 'read'>;
  organizations: Pick<Organizations, 'exists'>;
  accounts: Pick<Accounts, 'setRole' | 'setEnabled'>;
  /** Waits until the gateways have received a change. */
  propagation: Pick<Propagation, 'after'>;
  log: Logger;
}

type Fields = Record<string, string>;

/** Change at the identity provider, with its rollback. */
interface Step {
  run(): Promise<void>;
  undo(): Promise<void>;
}

/** Ignores an unknown account: without one the person cannot sign in, and our own record decides. */
const unlessUnknown = (call: Promise<void>): Promise<void> => unlessNotFound(call);

/** Administrators' actions on other people's accounts (AUTH-25, AUTH-29). */
export function createAdministration(deps: AdministrationDeps) {
  const { users, grants: stored, organizations, accounts, propagation, log } = deps;

  /** @throws AppError INVALID_ARGUMENT */
  async function check(change: UserChange, actor: Actor): Promise<Change> {
    const { userId: id, role, disabled, organizationId } = change;
    const fields: Fields = {};
    if (role === undefined && disabled === undefined && organizationId === undefined)
      fields['role'] = 'Nothing to change: give a role, or disabled';
    if (role !== undefined && !isUserRole(role)) fields['role'] = `Role must be one of ${USER_ROLES.join(', ')}`;
    // prevents administrators from locking themselves out by mistake
    else if (role !== undefined && id === actor.sub) fields['role'] = 'You cannot change your own role';
    if (disabled && id === actor.sub) fields['disabled'] = 'You cannot disable your own account';
    if (organizationId !== undefined) {
      if (!seesAllOrganizations(actor)) throw notAuthorized();
      if (id === actor.sub) fields['organization_id'] = 'You cannot change your own organization';
      else if (organizationId !== '' && !(await organizations.exists(organizationId)))
        fields['organization_id'] = 'There is no such organization';
    }
    refuseFields(fields);
    return {
      ...(role !== undefined && isUserRole(role) ? { role } : {}),
      ...(disabled === undefined ? {} : { disabled }),
      ...(organizationId === undefined ? {} : { organizationId }),
    };
  }

  const lastAdministrator = ({ disabled, organizationId }: Pick<UserChange, 'disabled' | 'organizationId'>): AppError =>
    invalidFields({
      [disabled ? 'disabled' : organizationId ? 'organization_id' : 'role']:
        'This is the last administrator: one must be able to manage users',
    });

  /** Whether a person can manage all users; administrators of firms manage their own. */
  const administers = (row: Pick<UserRow, 'role' | 'disabled' | 'organizationId'>): boolean =>
    administersInstallation(row) && !row.disabled;

  function stepsOf(user: UserRow, { role, disabled }: Change): Step[] {
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

  /** Rolls back completed steps, last first. Logs failures: the person's next change repairs them. */
  async function rollBack(done: Step[], userId: string): Promise<void> {
    for (const step of done.reverse())
      await unlessUnknown(step.undo()).catch((error: unknown) =>
        log.error({ err: error, user_id: userId }, 'the identity provider keeps a change that was refused'),
      );
  }

  const changed = (grants: Grants) => (row: UserRow) => [userEvent(userEvents.changed, row, grants)];

  /** Writes our own record, and rolls it back if no user manager would remain. */
  async function write(user: UserRow, values: Partial<UserValues>, grants: Grants, actor: Actor): Promise<UserRow> {
    let after: UserRow | undefined;
    await propagation.after(async () => {
      let isNew = false;
      const decide = (row: UserRow): Partial<UserValues> | undefined => {
        const change = newValues(row, values);
        isNew = change !== undefined;
        return change;
      };
      after = await users.change(user._id, actor, decide, changed(grants));
      return isNew ? after : undefined;
    });
    if (!after) throw notFound('User');
    // two administrators may remove each other concurrently: the second check finds no administrator left
    if (administers(user) && !administers(after) && !(await users.hasAdministrator())) {
      const { role, roleSource, disabled, organizationId } = user;
      const before = { role, roleSource, disabled, organizationId };
      await users.change(user._id, actor, () => before, changed(grants));
      throw lastAdministrator(after);
    }
    return after;
  }

  return {
    /**
     * Permanently sets a role or organization, or disables or enables an account: first at the identity provider, then
     * here. All or nothing. Unchanged values are not published.
     *
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, and UNAVAILABLE if the provider does not respond
     */
    async update(input: UserChange, { actor }: By): Promise<{ user: UserRow; grants: Grants }> {
      const change = await check(input, actor);
      const { userId: id } = input;
      const [user, grants] = await Promise.all([users.find(id), stored.read()]);
      if (!user || user.erasedAt || !seesOrganization(actor, user.organizationId)) throw notFound('User');
      const after = {
        role: change.role ?? user.role,
        disabled: change.disabled ?? user.disabled,
        organizationId: (change.organizationId ?? user.organizationId) || undefined,
      };
      if (administers(user) && !administers(after) && !(await users.hasAdministrator(id)))
        throw lastAdministrator(change);
      const values: Partial<UserValues> = {
        ...(change.role === undefined ? {} : { role: change.role, roleSource: 'administrator' as const }),
        ...(change.disabled === undefined ? {} : { disabled: change.disabled || undefined }),
        ...(change.organizationId === undefined ? {} : { organizationId: change.organizationId || undefined }),
      };
      const done: Step[] = [];
      try {
        for (const step of stepsOf(user, change)) {
          // recorded before it runs: a failed call may still have taken effect
          done.push(step);
          await unlessUnknown(step.run());
        }
        return { user: await write(user, values, grants, actor), grants };
      } catch (error) {
        await rollBack(done, id);
        throw error;
      }
    },
  };
}

export type Administration = ReturnType<typeof createAdministration>;
