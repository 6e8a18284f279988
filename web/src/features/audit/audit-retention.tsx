import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
} from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from '@symbio/proto/limits';
import { useRef, useState, type FormEvent } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { FormActions } from '../../components/form-actions.js';
import { useFormLeaving } from '../../components/form-dialog.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { notify } from '../../lib/ui/toasts.js';
import { useAuditStateQuery, useSetAuditRetentionMutation } from './audit-api.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 2px' },
});

const RANGE = `Enter a whole number of days from ${MIN_AUDIT_DAYS} to ${MAX_AUDIT_DAYS.toLocaleString('en')}`;

function RetentionDialog({ current, onClose }: { current: number | null; onClose: () => void }) {
  const styles = useStyles();
  const [save, { isLoading }] = useSetAuditRetentionMutation();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [isLimited, setLimited] = useState(current !== null);
  const [words, setWords] = useState(current === null ? '' : String(current));
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const isDirty = isLimited !== (current !== null) || (isLimited && words !== String(current ?? ''));
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });

  const send = async (days: number | null): Promise<void> => {
    try {
      await save({ days }).unwrap();
      notify({
        type: 'success',
        title: 'Retention changed',
        description: days === null ? 'Entries are kept forever.' : `Entries are kept for ${days} days.`,
      });
      onClose();
    } catch (thrown) {
      const { fields, message } = apiErrorOf(thrown);
      setAsked(undefined);
      setProblem(fields['days']);
      setFailure(fields['days'] ? undefined : message);
    }
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const days = isLimited ? Number(words) : null;
    const isBad = days !== null && !(Number.isInteger(days) && days >= MIN_AUDIT_DAYS && days <= MAX_AUDIT_DAYS);
    setFailure(undefined);
    setProblem(isBad ? RANGE : undefined);
    if (isBad) focusFirstInvalid();
    // only a shorter retention removes entries
    else if (days !== null && (current === null || days < current)) setAsked(days);
    else await send(days);
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <form ref={form} onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Retention</DialogTitle>
            <DialogContent className={styles.content}>
              {failure ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{failure}</MessageBarBody>
                </MessageBar>
              ) : null}
              <Field label="Keep entries">
                <RadioGroup
                  value={isLimited ? 'days' : 'ever'}
                  onChange={(_, data) => {
                    setLimited(data.value === 'days');
                    setProblem(undefined);
                  }}
                >
                  <Radio value="ever" label="Forever" />
                  <Radio value="days" label="For a number of days" />
                </RadioGroup>
              </Field>
              {isLimited ? (
                <Field
                  label="Days"
                  required
                  hint="Older entries are removed once a day. The rest of the chain stays verifiable."
                  validationMessage={problem}
                >
                  <Input
                    inputMode="numeric"
                    value={words}
                    onChange={(_, data) => {
                      setWords(data.value.trim());
                      setProblem(undefined);
                    }}
                  />
                </Field>
              ) : null}
            </DialogContent>
            <FormActions label="Save" isBusy={isLoading} onCancel={onClose} />
          </DialogBody>
        </form>
        {leaving.question}
        <ConfirmDialog
          open={asked !== undefined}
          destroys
          title={`Remove entries older than ${asked} days?`}
          confirmLabel="Remove older entries"
          busyLabel="Saving..."
          busy={isLoading}
          onConfirm={() => void send(asked ?? null)}
          onCancel={() => setAsked(undefined)}
        >
          {`Within a day, and each day from then on, all audit trail entries older than ${asked} days are removed. This cannot be undone. Export the entries first if you need to keep them.`}
        </ConfirmDialog>
      </DialogSurface>
    </Dialog>
  );
}

export function AuditRetention() {
  const { data: state } = useAuditStateQuery();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryRegular />} disabledFocusable={!state} onClick={() => setOpen(true)}>
        Retention
      </Button>
      {state && isOpen ? <RetentionDialog current={state.retention_days} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
