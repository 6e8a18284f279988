import { InviteDialog } from '../../features/projects/invite-dialog.js';
import { UserManagementPage } from '../../features/settings/user-management-page.js';

/** With invitations to projects. */
export function UserManagement() {
  return <UserManagementPage inviteDialog={(onClose) => <InviteDialog onClose={onClose} />} />;
}
