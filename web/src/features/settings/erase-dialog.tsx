import { Checkbox, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { useEraseUserMutation, type ListedUser } from './api.js';
import { nameOf } from './user-table.js';

const useStyles = makeStyles({
  list: { margin: '8px 0', paddingLeft: '20px', display: 'flex', flexDirection: 'column', gap: '4px' },
  sure: { marginLeft: '-8px' },
});

/** Stays open on failure. */
export function EraseDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const styles = useStyles();
  const [erase, { isLoading, error }] = useEraseUserMutation();
  const [isSure, setSure] = useState(false);
  const name = nameOf(user);
  const confirm = async (): Promise<void> => {
    try {
      const { name: now } = await erase(user.id).unwrap();
      notify({ type: 'success', title: 'Person erased', description: `Their work is shown under ${now}.` });
    } catch {
      return;
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      destroys
      title="Erase person"
      confirmLabel="Erase permanently"
      busyLabel="Erasing..."
      busy={isLoading}
      disabled={!isSure}
      error={error && changeRefusal(error)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Erasing ${name} (${user.email}) cannot be undone:`}
      <ul className={styles.list}>
        <li>They are signed out everywhere, the account is deleted and their API keys end.</li>
        <li>Name, email address, company and phone are removed, everywhere in Symbio.</li>
        <li>
          Their work stays, with its order and history, under “Erased person” and six letters. Their comments, labels
          and files stay too.
        </li>
        <li>The email address can be registered again, as a new user.</li>
      </ul>
      <Checkbox
        className={styles.sure}
        checked={isSure}
        disabled={isLoading}
        onChange={(_, data) => setSure(data.checked === true)}
        label="I understand that this person cannot be restored"
      />
    </ConfirmDialog>
  );
}
