import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Textarea,
} from '@fluentui/react-components';
import { REASON_CODES, type ReasonCode } from '@symbio/proto/records/vocabulary';
import { useState, type ReactNode } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { REASONS } from './use-decisions.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '12px' },
  codes: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(230px, 1fr))' },
});

/** A duplicate names the other record, which this dialog does not ask for. */
const CODES = REASON_CODES.filter((code) => code !== 'duplicate');

export interface Reasons {
  reason_codes: readonly ReasonCode[];
  reason: string;
}

interface ReasonsDialogProps {
  title: string;
  confirmLabel: string;
  /** @returns the reason of a refusal */
  onConfirm: (reasons: Reasons) => Promise<string | null>;
  onChange?: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Why records are not relevant. */
export function ReasonsDialog({ title, confirmLabel, onConfirm, onChange, onClose, children }: ReasonsDialogProps) {
  const styles = useStyles();
  const [codes, setCodes] = useState<readonly ReasonCode[]>([]);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isDirty = codes.length > 0 || reason !== '';
  const leaving = useFormLeaving({ isDirty, isBusy, onClose });

  async function confirm(): Promise<void> {
    setBusy(true);
    const refused = await onConfirm({ reason_codes: codes, reason: reason.trim() });
    setRefusal(refused);
    setBusy(false);
  }

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            {refusal === null ? null : (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{refusal}</MessageBarBody>
              </MessageBar>
            )}
            <div className={styles.codes} role="group" aria-label="Reasons">
              {CODES.map((code) => (
                <Checkbox
                  key={code}
                  label={REASONS[code]}
                  checked={codes.includes(code)}
                  onChange={(_, { checked }) => {
                    onChange?.();
                    setCodes((before) =>
                      checked === true ? [...before, code] : before.filter((each) => each !== code),
                    );
                  }}
                />
              ))}
            </div>
            <Field label="In your words">
              <Textarea
                value={reason}
                maxLength={4_000}
                onChange={(_, { value }) => {
                  onChange?.();
                  setReason(value);
                }}
              />
            </Field>
            {children}
          </DialogContent>
          <DialogActions>
            <Button disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button appearance="primary" disabled={!isDirty} disabledFocusable={isBusy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
