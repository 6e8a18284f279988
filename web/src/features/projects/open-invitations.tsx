import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular, MailRegular, SendRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useListInvitationsQuery, useWithdrawInvitationMutation, type Invitation } from './invitations-api.js';
import { roleLabel } from './member-roles.js';
import { useInvite } from './use-invite.js';

const useStyles = makeStyles({
  head: { margin: '20px 0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
  },
  icon: {
    width: '28px',
    flexShrink: 0,
    display: 'flex',
    justifyContent: 'center',
    color: tokens.colorNeutralForeground3,
  },
  who: { flexGrow: 1, minWidth: 0 },
  email: { overflowWrap: 'anywhere' },
  more: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexShrink: 0, gap: '4px' },
});

const isExpired = ({ good_until: until }: Invitation): boolean => new Date(until) <= new Date();

/** Invited addresses that have not accepted yet; empty without any. */
export function OpenInvitations({ projectId }: { projectId: string }) {
  const styles = useStyles();
  // others accept without an event
  const { currentData: invitations } = useListInvitationsQuery(projectId, { refetchOnFocus: true });
  const [withdraw, withdrawing] = useWithdrawInvitationMutation();
  const invite = useInvite();
  const [ending, setEnding] = useState<Invitation>();

  const resend = async ({ email, role }: Invitation): Promise<void> => {
    if (invite.isLoading) return;
    try {
      await invite.send(projectId, email, role);
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to invite', description: changeRefusal(thrown) });
    }
  };

  const end = async ({ id, email }: Invitation): Promise<void> => {
    try {
      await withdraw({ projectId, id }).unwrap();
      notify({ type: 'success', title: 'Invitation withdrawn', description: email });
    } catch (thrown) {
      notify({ type: 'error', title: 'Failed to withdraw the invitation', description: changeRefusal(thrown) });
    } finally {
      setEnding(undefined);
    }
  };

  if (!invitations || invitations.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>Invited</h3>
      <ul className={styles.list} aria-label="Open invitations">
        {invitations.map((one) => (
          <li key={one.id} className={styles.row}>
            <span className={styles.icon}>
              <MailRegular fontSize={20} aria-hidden="true" />
            </span>
            <div className={styles.who}>
              <div className={styles.email}>{one.email}</div>
              <div className={styles.more}>
                {roleLabel(one.role)}
                {one.invited_by_name ? `, by ${one.invited_by_name}` : ''}
                {isExpired(one) ? (
                  <>
                    {' '}
                    <Badge appearance="tint" color="warning" size="small">
                      Expired
                    </Badge>
                  </>
                ) : (
                  `, until ${dateOnly(one.good_until)}`
                )}
              </div>
            </div>
            <div className={styles.actions}>
              <Button
                appearance="subtle"
                icon={<SendRegular />}
                disabledFocusable={invite.isLoading}
                aria-label={`Resend the invitation of ${one.email}`}
                title="Resend"
                onClick={() => void resend(one)}
              />
              <Button
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={`Withdraw the invitation of ${one.email}`}
                title="Withdraw"
                onClick={() => setEnding(one)}
              />
            </div>
          </li>
        ))}
      </ul>
      {ending ? (
        <ConfirmDialog
          open
          destroys
          title="Withdraw invitation"
          confirmLabel="Withdraw"
          busyLabel="Withdrawing..."
          busy={withdrawing.isLoading}
          onConfirm={() => void end(ending)}
          onCancel={() => setEnding(undefined)}
        >
          {`The link that ${ending.email} got will no longer work.`}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
