import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { MAX_COVERAGE_NOTE } from '@symbio/proto/limits';
import { useState } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { useSaveCoverageMutation, type Coverage } from './coverage-api.js';
import { statementsOf } from './coverage-text.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

interface FirstUseDialogProps {
  coverage: Coverage;
  onClose: () => void;
}

/** The year of the first developed use; empty: unknown. */
export function FirstUseDialog({ coverage, onClose }: FirstUseDialogProps) {
  const styles = useStyles();
  // another person's change must not replace the input
  const [{ first_use: before, cells, updated_at: updatedAt }] = useState(coverage);
  const [year, setYear] = useState(before ? String(before.year) : '');
  const [note, setNote] = useState(before?.note ?? '');
  const [save, { isLoading, error }] = useSaveCoverageMutation();
  const isDirty = year !== (before ? String(before.year) : '') || note !== (before?.note ?? '');
  const leaving = useFormLeaving({ isDirty, isBusy: isLoading, onClose });
  const submit = async () => {
    const firstUse = year.trim() === '' ? null : { year: Number(year), note: note.trim() };
    const request = { projectId: coverage.project_id, cells: statementsOf(cells), firstUse, updatedAt };
    if (!(await save(request)).error) onClose();
  };
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>First developed use</DialogTitle>
          <DialogContent className={styles.content}>
            {error && (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{changeRefusal(error)}</MessageBarBody>
              </MessageBar>
            )}
            <Field label="Year" hint="The history must reach this year, or 1940 if that is earlier.">
              <Input type="number" value={year} onChange={(_, { value }) => setYear(value)} />
            </Field>
            <Field label="Reason" required={year.trim() !== ''}>
              <Textarea
                rows={2}
                maxLength={MAX_COVERAGE_NOTE}
                value={note}
                onChange={(_, { value }) => setNote(value)}
              />
            </Field>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={isLoading} onClick={onClose}>
              Cancel
            </Button>
            <Button
              appearance="primary"
              disabled={year.trim() !== '' && note.trim() === ''}
              disabledFocusable={isLoading}
              onClick={() => void submit()}
            >
              {isLoading ? 'Saving...' : 'Save'}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
