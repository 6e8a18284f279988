import { Checkbox, Field, makeStyles, Textarea } from '@fluentui/react-components';
import { REASON_CODE_LABELS } from '@symbio/proto/labels';
import { REASON_CODES, type ReasonCode } from '@symbio/proto/records/vocabulary';
import { useState, type ReactNode } from 'react';
import { RecordDialog } from '../../components/record-dialog.js';

const useStyles = makeStyles({
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

  async function confirm(): Promise<void> {
    setBusy(true);
    const refused = await onConfirm({ reason_codes: codes, reason: reason.trim() });
    setRefusal(refused);
    setBusy(false);
  }

  return (
    <RecordDialog
      {...{ title, confirmLabel, isDirty, refusal, onClose }}
      isLoading={isBusy}
      isMissing={!isDirty}
      onSave={() => void confirm()}
    >
      <div className={styles.codes} role="group" aria-label="Reasons">
        {CODES.map((code) => (
          <Checkbox
            key={code}
            label={REASON_CODE_LABELS[code]}
            checked={codes.includes(code)}
            onChange={(_, { checked }) => {
              onChange?.();
              setCodes((before) => (checked === true ? [...before, code] : before.filter((each) => each !== code)));
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
    </RecordDialog>
  );
}
