import { Button, makeStyles } from '@fluentui/react-components';
import { MailRegular, PersonAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { userLabel, UserPicker } from '../../components/user-picker.js';
import { changeRefusal } from '../../lib/http/errors.js';
import type { FoundUser } from '../../lib/session/user-search.js';
import { isEmail } from '../../lib/ui/forms.js';
import { notify } from '../../lib/ui/toasts.js';
import { useAddMemberMutation, type Member, type MemberRole } from './api.js';
import { RoleSelect } from './member-roles.js';
import { useAddedNotice, useInvite } from './use-invite.js';

const useStyles = makeStyles({
  add: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'flex-end', marginBottom: '12px' },
  search: { flexGrow: 1, flexBasis: '180px', minWidth: 0 },
});

/** All users found are members already. */
const areMembers = ([first, ...others]: readonly FoundUser[]): string =>
  first && others.length === 0
    ? `${userLabel(first)} is already a member`
    : 'Everyone with this name is already a member';

interface NewMember {
  chosen?: FoundUser;
  /** Text of the field. */
  words: string;
  role: MemberRole;
  /** Changing it resets the search. */
  round: number;
}

/** By name, or by a whole email address, which is invited if it has no account (D-74). */
export function AddMember({ projectId, members }: { projectId: string; members: Member[] }) {
  const styles = useStyles();
  const [{ chosen, words, role, round }, setNewMember] = useState<NewMember>({ words: '', role: 'viewer', round: 0 });
  const [add, adding] = useAddMemberMutation();
  const invite = useInvite();
  const showAdded = useAddedNotice();
  const isBusy = adding.isLoading || invite.isLoading;
  const address = !chosen && isEmail(words.trim()) ? words.trim() : undefined;

  const submit = async (): Promise<void> => {
    if ((!chosen && !address) || isBusy) return;
    try {
      if (chosen) {
        await add({ projectId, userId: chosen.id, role }).unwrap();
        showAdded(projectId, chosen.id, userLabel(chosen), role);
      } else if (address) await invite.send(projectId, address, role);
      // keep later input
      setNewMember((now) =>
        now.chosen === chosen && now.words === words ? { words: '', role: 'viewer', round: now.round + 1 } : now,
      );
    } catch (thrown) {
      const title = chosen ? 'Failed to add user to project' : 'Failed to invite';
      notify({ type: 'error', title, description: changeRefusal(thrown) });
    }
  };

  return (
    <div className={styles.add}>
      <UserPicker
        key={round}
        label="Add a person"
        placeholder="Name or email address"
        className={styles.search}
        chosen={chosen}
        onChoose={(next, text) => setNewMember((before) => ({ ...before, chosen: next, words: text }))}
        without={new Set(members.map((member) => member.user_id))}
        whyWithout={areMembers}
        offersInvitation
      />
      <RoleSelect
        value={role}
        label="Role of the new member"
        onChange={(next) => setNewMember((before) => ({ ...before, role: next }))}
      />
      <Button
        icon={address ? <MailRegular /> : <PersonAddRegular />}
        disabledFocusable={(!chosen && !address) || isBusy}
        onClick={() => void submit()}
      >
        {address ? 'Invite' : 'Add'}
      </Button>
    </div>
  );
}
