import { offerUndo } from '../../lib/edits/undo.js';
import { unlessNotFound } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { useRemoveMemberMutation, type MemberRole } from './api.js';
import { useInviteMutation } from './invitations-api.js';
import { roleLabel } from './member-roles.js';

/** `undo` of the toast removes the person. */
export function useAddedNotice() {
  const [remove] = useRemoveMemberMutation();
  return (projectId: string, userId: string, name: string, role: MemberRole): void =>
    offerUndo(
      { title: 'Member added', description: `${name}, ${roleLabel(role)}` },
      { what: `addition of ${name}`, undo: () => unlessNotFound(remove({ projectId, userId }).unwrap()) },
    );
}

/** Invites an address and shows the outcome. The returned call throws when the server refuses. */
export function useInvite() {
  const [invite, { isLoading }] = useInviteMutation();
  const showAdded = useAddedNotice();
  const send = async (projectId: string, email: string, role: MemberRole): Promise<void> => {
    const { member } = await invite({ projectId, email, role }).unwrap();
    if (member) showAdded(projectId, member.user_id, member.name?.trim() || email, role);
    else
      notify({
        type: 'success',
        title: 'Invitation sent',
        description: `${email} gets a link that is good for 7 days.`,
      });
  };
  return { send, isLoading };
}
