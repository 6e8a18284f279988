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
} from '@fluentui/react-components';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { apiErrorOf } from '../../../lib/http/errors.js';
import { useFocusFirstInvalid } from '../../../lib/ui/forms.js';

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  content: { maxHeight: 'min(100vh - 220px, 680px)', overflowY: 'auto', padding: '10px 6px 8px 2px' },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '14px 16px',
    alignItems: 'start',
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  alert: { marginBottom: '16px' },
});

interface FormShellProps {
  title: string;
  confirmLabel: string;
  isDirty: boolean;
  /** Default: when dirty. */
  canSave?: boolean;
  /** Rejects with the server's error. */
  onSave: () => Promise<unknown>;
  onClose: () => void;
  /** Gets the server's messages by field. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** Dialog of a form that stays open on failure. */
export function FormShell({
  title,
  confirmLabel,
  isDirty,
  canSave = isDirty,
  onSave,
  onClose,
  children,
}: FormShellProps) {
  const styles = useStyles();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; fields: Readonly<Record<string, string>> }>();
  const leaving = useFormLeaving({ isDirty, isBusy, onClose });

  async function save(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSave();
    } catch (thrown) {
      setFailure(apiErrorOf(thrown));
      focusFirstInvalid();
      setBusy(false);
      return;
    }
    onClose();
  }

  const fields = failure?.fields ?? {};
  return (
    <Dialog open modalType={isBusy ? 'alert' : 'modal'} onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            {failure && Object.keys(fields).length === 0 ? (
              <MessageBar intent="error" layout="multiline" role="alert" className={styles.alert}>
                <MessageBarBody>{failure.message}</MessageBarBody>
              </MessageBar>
            ) : null}
            <form
              id={formId}
              ref={form}
              className={styles.grid}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void save();
              }}
            >
              {children(fields)}
            </form>
          </DialogContent>
          <DialogActions>
            <Button disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} appearance="primary" disabled={!canSave} disabledFocusable={isBusy}>
              {isBusy ? 'Saving...' : confirmLabel}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
