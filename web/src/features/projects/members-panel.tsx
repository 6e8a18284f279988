import { Avatar, Button, makeStyles, SkeletonItem, Skeleton, tokens, Tooltip } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ErrorState } from '../../components/error-state.js';
import { ItemGap, usePageList } from '../../components/long-list.js';
import { RoleChangeDialog } from '../../components/role-change-dialog.js';
import { RowFocus } from '../../components/row-focus.js';
import { Sheet } from '../../components/sheet.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { AddMember } from './add-member.js';
import {
  useAddMemberMutation,
  useListMembersQuery,
  useRemoveMemberMutation,
  useUpdateMemberMutation,
  type Member,
  type MemberRole,
} from './api.js';
import { RoleSelect, roleLabel } from './member-roles.js';
import { OpenInvitations } from './open-invitations.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
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
  none: { color: tokens.colorNeutralForeground3 },
});

const ROW_HEIGHT = 49;

const nameOf = (member: Member): string => member.name?.trim() || member.email || 'Unnamed user';

function MemberRoleSelect({ projectId, member }: { projectId: string; member: Member }) {
  const [update, { isLoading, originalArgs }] = useUpdateMemberMutation();
  const [asked, setAsked] = useState<MemberRole>();
  const change = async (role: MemberRole): Promise<void> => {
    const [where, name] = [{ projectId, userId: member.user_id }, nameOf(member)];
    try {
      await update({ ...where, role }).unwrap();
      offerUndo(
        { title: 'Role changed', description: `${name} is now ${roleLabel(role)}.` },
        { what: `role of ${name}`, undo: () => update({ ...where, role: member.role }).unwrap() },
      );
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to update user role', description: changeRefusal(thrown) });
    }
  };
  return (
    <>
      <RoleSelect
        // the member list is updated shortly after
        value={isLoading && originalArgs ? originalArgs.role : member.role}
        label={`Role of ${nameOf(member)}`}
        isBusy={isLoading}
        onChange={setAsked}
      />
      {asked ? (
        <RoleChangeDialog
          name={nameOf(member)}
          from={roleLabel(member.role)}
          to={roleLabel(asked)}
          onConfirm={() => {
            setAsked(undefined);
            void change(asked);
          }}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

/** Owners and administrators may change them (PROJ-44, OP-06). */
export function MembersPanel() {
  const styles = useStyles();
  const { project, canManage } = useProject();
  const me = useMe();
  // renames publish no event
  const { currentData: members, error, refetch } = useListMembersQuery(project.id, { refetchOnFocus: true });
  const [remove, removing] = useRemoveMemberMutation();
  const [add] = useAddMemberMutation();
  const [leaving, setLeaving] = useState<Member>();
  const keys = useMemo(() => (members ?? []).map(({ user_id: id }) => id), [members]);
  const listRef = useRef<HTMLUListElement>(null);
  const list = usePageList(listRef, { keys, rowHeight: ROW_HEIGHT });

  const removeMember = async (member: Member): Promise<void> => {
    const [where, name] = [{ projectId: project.id, userId: member.user_id }, nameOf(member)];
    try {
      await remove(where).unwrap();
      offerUndo(
        { title: 'Member removed', description: name },
        { what: `removal of ${name}`, undo: () => add({ ...where, role: member.role }).unwrap() },
      );
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to remove user from project', description: changeRefusal(thrown) });
    } finally {
      setLeaving(undefined);
    }
  };

  return (
    <Sheet title="Members">
      <RowFocus />
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
            <p className={styles.none}>No members yet.</p>
          ) : (
            <ul ref={listRef} className={styles.list} aria-label="Members">
              {list.parts.map((part) => {
                if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
                const member = members[part.index];
                return member ? (
                  <li
                    key={member.user_id}
                    ref={list.measure}
                    data-index={part.index}
                    aria-setsize={members.length}
                    aria-posinset={part.index + 1}
                    className={styles.member}
                  >
                    <Avatar size={28} name={nameOf(member)} color="brand" aria-hidden="true" />
                    <span className={styles.who} title={nameOf(member)}>
                      {nameOf(member)} {member.user_id === me?.id ? <span className={styles.self}>(you)</span> : null}
                    </span>
                    {member.user_id === project.created_by ? (
                      // the creator stays owner (AUTH-35), so shows no controls
                      <Tooltip content="Created the project and remains its owner" relationship="description">
                        <span className={styles.self} tabIndex={0}>
                          {roleLabel(member.role)} (creator)
                        </span>
                      </Tooltip>
                    ) : canManage ? (
                      <>
                        <MemberRoleSelect projectId={project.id} member={member} />
                        <Button
                          appearance="subtle"
                          data-row-action="remove"
                          icon={<DismissRegular />}
                          aria-label={`Remove ${nameOf(member)}`}
                          onClick={() => setLeaving(member)}
                        />
                      </>
                    ) : (
                      <span className={styles.self}>{roleLabel(member.role)}</span>
                    )}
                  </li>
                ) : null;
              })}
            </ul>
          )}
          {canManage && members ? <OpenInvitations projectId={project.id} /> : null}
        </>
      )}
      {leaving ? (
        <ConfirmDialog
          open
          destroys
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
