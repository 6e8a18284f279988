import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { FormEvent, MouseEvent } from 'react';
import { FormActions } from '../../../components/form-actions.js';
import { useUnlockDocumentMutation, type ProjectDocument } from '../../../evidence/documents-api.js';
import { apiErrorOf, withFailure } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Password of a protected PDF: used once, never stored; a wrong one can be corrected. */
export function UnlockDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [unlock, { isLoading, reset }] = useUnlockDocumentMutation();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isLoading) return;
    const { error } = await unlock({ id: document.id, password });
    // the cache of mutations keeps arguments until then
    reset();
    if (!error) {
      notify({ type: 'success', title: 'Password accepted', description: `${document.title} is being read.` });
      onClose();
      return;
    }
    const { fields, message } = withFailure(apiErrorOf(error), 'The file could not be opened');
    setProblem(fields['password'] ?? message);
    input.current?.select();
    input.current?.focus();
  };

  return (
    <Dialog
      open
      onOpenChange={(_, { open }) => {
        if (!open && !isLoading) onClose();
      }}
    >
      {/* keep clicks from reaching the table row */}
      <DialogSurface onClick={(event: MouseEvent) => event.stopPropagation()}>
        <form onSubmit={(event) => void send(event)}>
          <DialogBody>
            <DialogTitle>Enter password</DialogTitle>
            <DialogContent className={styles.content}>
              <span>{`“${document.title}” opens only with its password.`}</span>
              <Field
                label="Password of the file"
                required
                hint="It is used once, to make a copy that can be read, and is not stored. The file as you sent it stays."
                validationMessage={problem || undefined}
              >
                <Input
                  ref={input}
                  type="password"
                  autoComplete="off"
                  maxLength={127}
                  value={password}
                  onChange={(_, { value }) => {
                    setPassword(value);
                    setProblem('');
                  }}
                />
              </Field>
            </DialogContent>
            <FormActions
              label="Open file"
              busyLabel="Opening..."
              isBusy={isLoading}
              isMissing={password === ''}
              onCancel={onClose}
            />
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
