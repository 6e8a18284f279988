import { makeStyles } from '@fluentui/react-components';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

const useStyles = makeStyles({
  unsavedWork: { margin: '8px 0 0', paddingLeft: '20px' },
});

interface LogoutQuestionProps {
  unsavedWork: readonly string[];
  onLogout: () => void;
  onCancel: () => void;
}

export function LogoutQuestion({ unsavedWork, onLogout, onCancel }: LogoutQuestionProps) {
  const styles = useStyles();
  return (
    <ConfirmDialog
      open
      destroys={unsavedWork.length > 0}
      title="Log out now?"
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={onLogout}
      onCancel={onCancel}
    >
      {unsavedWork.length > 0 ? (
        <>
          Unfinished work would be lost:
          <ul className={styles.unsavedWork}>
            {unsavedWork.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        'Everything is finished now.'
      )}
    </ConfirmDialog>
  );
}
