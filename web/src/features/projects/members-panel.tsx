import {
  Avatar,
  Button,
  Combobox,
  Field,
  makeStyles,
  Option,
  Select,
  SkeletonItem,
  Skeleton,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular, PersonAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ErrorState } from '../../components/error-state.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/errors.js';
import { useMe } from '../../lib/me.js';
import { useProject } from '../../lib/project-context.js';
import { notify } from '../../lib/toasts.js';
import { useDebounced } from '../../lib/use-debounced.js';
import {
  useAddMemberMutation,
  useListMembersQuery,
  useRemoveMemberMutation,
  useSearchUsersQuery,
  useUpdateMemberMutation,
  type FoundUser,
  type Member,
  type MemberRole,
} from './api.js';
import { SEARCH_DEBOUNCE_MS } from './use-project-filters.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column' },
  member: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
  },
  who: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  self: { color: tokens.colorNeutralForeground3 },
  role: { minWidth: '108px' },
  add: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'flex-end', marginBottom: '12px' },
  search: { flexGrow: 1, flexBasis: '180px', minWidth: 0 },
  combobox: { minWidth: 0, width: '100%' },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Labels of the roles a member may have (OP-06). */
const MEMBER_ROLES: readonly (readonly [MemberRole, string])[] = [
  ['viewer', 'Viewer'],
  ['editor', 'Editor'],
  ['owner', 'Owner'],
];

const roleLabel = (role: MemberRole): string => MEMBER_ROLES.find(([value]) => value === role)?.[1] ?? role;

function RoleSelect({
  value,
  label,
  disabled,
  onChange,
}: {
  value: MemberRole;
  label: string;
  disabled?: boolean;
  onChange: (role: MemberRole) => void;
}) {
  const styles = useStyles();
  return (
    <Select
      className={styles.role}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(_, data) => onChange(data.value as MemberRole)}
    >
      {MEMBER_ROLES.map(([role, text]) => (
        <option key={role} value={role}>
          {text}
        </option>
      ))}
    </Select>
  );
}

function AddMember({ projectId, members }: { projectId: string; members: Member[] }) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<FoundUser>();
  const [role, setRole] = useState<MemberRole>('viewer');
  const [add, { isLoading }] = useAddMemberMutation();
  const sought = useDebounced(words.trim(), SEARCH_DEBOUNCE_MS);
  const {
    currentData: found,
    isFetching,
    error,
  } = useSearchUsersQuery(sought, { skip: sought === '' || chosen !== undefined });
  const there = new Set(members.map((member) => member.user_id));
  const candidates = (found ?? []).filter((user) => !there.has(user.id));

  const submit = async (): Promise<void> => {
    if (!chosen) return;
    try {
      await add({ projectId, userId: chosen.id, role }).unwrap();
      setChosen(undefined);
      setWords('');
      setRole('viewer');
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to add user to project', description: errorMessage(thrown, '') });
    }
  };

  const hint = error
    ? 'Failed to search users'
    : sought === ''
      ? 'Type a name'
      : isFetching
        ? 'Searching...'
        : 'No other user has this name';
  return (
    <div className={styles.add}>
      <Field label="Add a person" className={styles.search}>
        <Combobox
          className={styles.combobox}
          freeform
          clearable
          open={open}
          onOpenChange={(_, data) => setOpen(data.open)}
          placeholder="Search by name"
          value={words}
          selectedOptions={chosen ? [chosen.id] : []}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen(undefined);
            setOpen(true);
          }}
          onOptionSelect={(_, data) => {
            setChosen(candidates.find((user) => user.id === data.optionValue));
            setWords(data.optionText ?? '');
          }}
        >
          {candidates.length === 0 ? (
            <Option key="none" value="" text="" disabled>
              {hint}
            </Option>
          ) : (
            candidates.map((user) => (
              <Option key={user.id} value={user.id} text={user.name ?? user.email ?? user.id}>
                {user.email && user.name ? `${user.name} (${user.email})` : (user.name ?? user.email ?? user.id)}
              </Option>
            ))
          )}
        </Combobox>
      </Field>
      <RoleSelect value={role} label="Role of the new member" onChange={setRole} />
      <Button icon={<PersonAddRegular />} disabled={!chosen || isLoading} onClick={() => void submit()}>
        Add
      </Button>
    </div>
  );
}

/** Who may open the project. Owners and administrators add people, change their roles and remove them (PROJ-44, OP-06). */
export function MembersPanel() {
  const styles = useStyles();
  const { project, canManage } = useProject();
  const me = useMe();
  const { currentData: members, error, refetch } = useListMembersQuery(project.id);
  const [update, changing] = useUpdateMemberMutation();
  const [remove, removing] = useRemoveMemberMutation();
  const [leaving, setLeaving] = useState<Member>();

  const change = async (member: Member, role: MemberRole): Promise<void> => {
    try {
      await update({ projectId: project.id, userId: member.user_id, role }).unwrap();
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to update user role', description: errorMessage(thrown, '') });
    }
  };

  const removeMember = async (member: Member): Promise<void> => {
    try {
      await remove({ projectId: project.id, userId: member.user_id }).unwrap();
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to remove user from project', description: errorMessage(thrown, '') });
    } finally {
      setLeaving(undefined);
    }
  };

  const nameOf = (member: Member): string => member.name?.trim() || member.email || 'Unnamed user';
  return (
    <Sheet title="Members">
      {error && !members ? (
        'status' in error && error.status === 403 ? (
          <p className={styles.none}>Only owners of the project see its members.</p>
        ) : (
          <ErrorState title="The members could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        )
      ) : (
        <>
          {canManage && members ? <AddMember projectId={project.id} members={members} /> : null}
          {!members ? (
            <Skeleton aria-label="Loading members">
              <SkeletonItem size={28} />
            </Skeleton>
          ) : members.length === 0 ? (
            <p className={styles.none}>Nobody has been added yet.</p>
          ) : (
            <ul className={styles.list}>
              {members.map((member) => (
                <li key={member.user_id} className={styles.member}>
                  <Avatar size={28} name={nameOf(member)} color="brand" aria-hidden="true" />
                  <span className={styles.who} title={nameOf(member)}>
                    {nameOf(member)} {member.user_id === me?.id ? <span className={styles.self}>(you)</span> : null}
                  </span>
                  {canManage ? (
                    <>
                      <RoleSelect
                        value={member.role}
                        label={`Role of ${nameOf(member)}`}
                        disabled={changing.isLoading}
                        onChange={(role) => void change(member, role)}
                      />
                      <Button
                        appearance="subtle"
                        icon={<DismissRegular />}
                        aria-label={`Remove ${nameOf(member)}`}
                        onClick={() => setLeaving(member)}
                      />
                    </>
                  ) : (
                    <span className={styles.self}>{roleLabel(member.role)}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {leaving ? (
        <ConfirmDialog
          open
          title="Remove member"
          confirmLabel="Remove"
          busyLabel="Removing..."
          busy={removing.isLoading}
          onConfirm={() => void removeMember(leaving)}
          onCancel={() => setLeaving(undefined)}
        >
          {`${nameOf(leaving)} will no longer see this project.`}
        </ConfirmDialog>
      ) : null}
    </Sheet>
  );
}
