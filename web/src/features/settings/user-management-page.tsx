import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { BuildingRegular, PersonAddRegular } from '@fluentui/react-icons';
import { useMemo, useState, type ReactNode } from 'react';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { RoleChangeDialog } from '../../components/role-change-dialog.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { changeRefusal, errorMessage } from '../../lib/http/errors.js';
import { ROLE_LABELS, useManagesInstallation, useMe } from '../../lib/session/me.js';
import { useOrganizations } from '../../lib/session/organizations.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { useListUsersQuery, useUpdateUserMutation, type ListedUser } from './api.js';
import { EraseDialog } from './erase-dialog.js';
import { OrganizationDialog } from './organization-dialog.js';
import { RenameOrganizationDialog } from './rename-organization-dialog.js';
import { nameOf, UserTable } from './user-table.js';
import { countText } from '../../lib/ui/formats.js';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    padding: '16px 24px 8px',
    '@media (max-width: 760px)': { padding: '16px 16px 4px' },
  },
  search: { width: '320px', maxWidth: '100%' },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

type Question =
  | { kind: 'role'; user: ListedUser; role: UserRole }
  | { kind: 'disable'; user: ListedUser; disabled: boolean }
  | { kind: 'organization'; user: ListedUser }
  | { kind: 'erase'; user: ListedUser };

/** By name or email, case-insensitive. */
const matching = (users: ListedUser[], words: string): ListedUser[] => {
  const sought = words.trim().toLowerCase();
  return users.filter(({ name, email }) => `${name ?? ''}\n${email}`.toLowerCase().includes(sought));
};

export interface UserManagementPageProps {
  /** Invites a person to a project (D-74). */
  inviteDialog: (onClose: () => void) => ReactNode;
}

/** SET-10 to SET-12. The route requires canManageUser. */
export function UserManagementPage({ inviteDialog }: UserManagementPageProps) {
  const styles = useStyles();
  const me = useMe();
  const { data: users, error, refetch } = useListUsersQuery();
  const isOperators = useManagesInstallation();
  const organizations = useOrganizations();
  const [update] = useUpdateUserMutation();
  const [words, setWords] = useState('');
  const [question, setQuestion] = useState<Question>();
  const [isInviting, setInviting] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const [firstOrganization, ...otherOrganizations] = organizations ?? [];
  useDocumentTitle('User Management');

  const changeRole = async (user: ListedUser, role: UserRole): Promise<void> => {
    try {
      await update({ id: user.id, change: { role } }).unwrap();
      offerUndo(
        { title: 'Role changed', description: `${nameOf(user)} is now ${ROLE_LABELS[role]}.` },
        {
          what: `role of ${nameOf(user)}`,
          undo: () => update({ id: user.id, change: { role: user.role } }).unwrap(),
        },
      );
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to update user role', description: changeRefusal(thrown) });
    }
  };
  const askForRole = (user: ListedUser, role: UserRole): void => {
    if (role !== user.role) setQuestion({ kind: 'role', user, role });
  };

  const found = useMemo(() => users && matching(users, words), [users, words]);
  return (
    <>
      <PageHeader
        title="User Management"
        subtitle="View and manage all users in your organization. Only administrators can access this page."
        actions={
          <>
            {isOperators && firstOrganization ? (
              <Button icon={<BuildingRegular />} onClick={() => setRenaming(true)}>
                Rename organization
              </Button>
            ) : null}
            <Button appearance="primary" icon={<PersonAddRegular />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          </>
        }
      />
      <Sheet padded={false} aria-label="Users">
        {users && found && me ? (
          <>
            <div className={styles.bar}>
              <SearchBox
                className={styles.search}
                aria-label="Search users"
                placeholder="Search by name or email"
                value={words}
                onChange={(_, data) => setWords(data.value)}
              />
              <span className={styles.count} aria-live="polite">
                {countText(found.length, 'user')}
              </span>
            </div>
            {found.length === 0 ? (
              <EmptyState title="No users found">
                {words.trim() === '' ? null : 'No name or email contains these words.'}
              </EmptyState>
            ) : (
              <UserTable
                users={found}
                ownId={me.id}
                onRole={askForRole}
                onDisabled={(user, disabled) => setQuestion({ kind: 'disable', user, disabled })}
                onErase={(user) => setQuestion({ kind: 'erase', user })}
                organizations={isOperators ? organizations : undefined}
                onOrganization={(user) => setQuestion({ kind: 'organization', user })}
              />
            )}
          </>
        ) : error && !users ? (
          <ErrorState title="The users could not be loaded" onRetry={() => void refetch()}>
            {errorMessage(error, '')}
          </ErrorState>
        ) : (
          <LoadingView label="Loading users..." />
        )}
      </Sheet>
      {isRenaming && firstOrganization ? (
        <RenameOrganizationDialog
          organizations={[firstOrganization, ...otherOrganizations]}
          onClose={() => setRenaming(false)}
        />
      ) : null}
      {isInviting ? inviteDialog(() => setInviting(false)) : null}
      {question?.kind === 'role' ? (
        <RoleChangeDialog
          name={nameOf(question.user)}
          from={ROLE_LABELS[question.user.role]}
          to={ROLE_LABELS[question.role]}
          destroys={question.user.role === 'administrator'}
          onConfirm={() => {
            setQuestion(undefined);
            void changeRole(question.user, question.role);
          }}
          onCancel={() => setQuestion(undefined)}
        >
          {question.role === 'administrator'
            ? 'Administrators can manage users and their roles, and have access to all projects.'
            : question.user.role === 'administrator'
              ? 'They can no longer manage users, and lose access to projects they are not a member of.'
              : null}
        </RoleChangeDialog>
      ) : null}
      {question?.kind === 'disable' ? (
        <DisableDialog user={question.user} disabled={question.disabled} onClose={() => setQuestion(undefined)} />
      ) : null}
      {question?.kind === 'organization' ? (
        <OrganizationDialog
          user={question.user}
          organizations={organizations ?? []}
          onClose={() => setQuestion(undefined)}
        />
      ) : null}
      {question?.kind === 'erase' ? <EraseDialog user={question.user} onClose={() => setQuestion(undefined)} /> : null}
    </>
  );
}

/** Stays open on failure. */
function DisableDialog({ user, disabled, onClose }: { user: ListedUser; disabled: boolean; onClose: () => void }) {
  const [update, { isLoading, error }] = useUpdateUserMutation();
  const name = nameOf(user);
  const confirm = async (): Promise<void> => {
    try {
      await update({ id: user.id, change: { disabled } }).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    offerUndo(
      { title: disabled ? 'Account disabled' : 'Account enabled', description: name },
      {
        what: `${disabled ? 'disabling' : 'enabling'} ${name}`,
        undo: () => update({ id: user.id, change: { disabled: !disabled } }).unwrap(),
      },
    );
    onClose();
  };
  return (
    <ConfirmDialog
      open
      destroys={disabled}
      title={disabled ? 'Disable account' : 'Enable account'}
      confirmLabel={disabled ? 'Disable' : 'Enable'}
      busyLabel={disabled ? 'Disabling...' : 'Enabling...'}
      busy={isLoading}
      error={error && changeRefusal(error)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {disabled
        ? `${name} will be signed out everywhere and can no longer sign in. Their projects and findings stay.`
        : `${name} will be able to sign in again, with the same role and projects as before.`}
    </ConfirmDialog>
  );
}
