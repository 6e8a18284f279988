import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';
import { CopyButton } from './copy-button.js';
import { FocusReturn } from './focus-return.js';
import { useFormLeaving } from './form-dialog.js';
import { errorMessage } from '../lib/http/errors.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0' },
  row: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  secret: {
    flexGrow: 1,
    flexBasis: '280px',
    minWidth: 0,
    padding: '10px 12px',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

/** Shows a secret once, or explains why it cannot. */
export function SecretField({
  title,
  what,
  secret,
  children,
  onDone,
}: {
  title: string;
  what: 'API key' | 'secret';
  /** Absent if it was shown before. */
  secret: string | undefined;
  children: ReactNode;
  onDone: () => void;
}) {
  const styles = useStyles();
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent className={styles.content}>
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{children}</MessageBarBody>
        </MessageBar>
        {secret === undefined ? null : (
          <div className={styles.row}>
            <code className={styles.secret} aria-label={what === 'secret' ? 'Secret' : what}>
              {secret}
            </code>
            <CopyButton text={secret} what={what} appearance="secondary" size="medium" />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </DialogBody>
  );
}

interface CreateSecretDialogProps {
  busy: boolean;
  secret: ReactNode;
  form: ReactNode;
  onClose: () => void;
}

/** While the secret is shown, only Done closes the dialog. */
export function CreateSecretDialog({ busy, secret, form, onClose }: CreateSecretDialogProps) {
  const [isDirty, setDirty] = useState(false);
  const leaving = useFormLeaving({ isDirty, isBusy: busy || Boolean(secret), onClose });
  return (
    <Dialog open modalType={secret ? 'alert' : 'modal'} onOpenChange={leaving.onOpenChange}>
      <DialogSurface onChange={() => setDirty(true)}>
        {secret || form}
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

interface ReplaceSecretDialogProps {
  busy: boolean;
  error: unknown;
  secret: ReactNode;
  children: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows the new secret once. */
export function ReplaceSecretDialog({ busy, error, secret, children, onConfirm, onClose }: ReplaceSecretDialogProps) {
  if (secret)
    return (
      <Dialog open modalType="alert">
        <DialogSurface>
          <FocusReturn />
          {secret}
        </DialogSurface>
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      title="Replace secret"
      confirmLabel="Replace"
      busyLabel="Replacing..."
      busy={busy}
      error={error ? errorMessage(error, 'Failed to replace the secret') : undefined}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
