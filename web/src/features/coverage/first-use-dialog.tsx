import { Field, Input, Textarea } from '@fluentui/react-components';
import { MAX_COVERAGE_NOTE } from '@symbio/proto/limits';
import { useState } from 'react';
import { useSaveCoverageMutation, type Coverage } from './coverage-api.js';
import { statementsOf } from './coverage-text.js';
import { RecordDialog } from '../../components/record-dialog.js';

interface FirstUseDialogProps {
  coverage: Coverage;
  onClose: () => void;
}

/** The year of the first developed use; empty: unknown. */
export function FirstUseDialog({ coverage, onClose }: FirstUseDialogProps) {
  // another person's change must not replace the input
  const [{ first_use: before, cells, updated_at: updatedAt }] = useState(coverage);
  const [year, setYear] = useState(before ? String(before.year) : '');
  const [note, setNote] = useState(before?.note ?? '');
  const [save, { isLoading, error }] = useSaveCoverageMutation();
  const isDirty = year !== (before ? String(before.year) : '') || note !== (before?.note ?? '');
  const submit = async () => {
    const firstUse = year.trim() === '' ? null : { year: Number(year), note: note.trim() };
    const request = { projectId: coverage.project_id, cells: statementsOf(cells), firstUse, updatedAt };
    if (!(await save(request)).error) onClose();
  };
  return (
    <RecordDialog
      title="First developed use"
      isDirty={isDirty}
      isMissing={year.trim() !== '' && note.trim() === ''}
      {...{ isLoading, error, onClose }}
      onSave={() => void submit()}
    >
      <Field label="Year" hint="The history must reach this year, or 1940 if that is earlier.">
        <Input type="number" value={year} onChange={(_, { value }) => setYear(value)} />
      </Field>
      <Field label="Reason" required={year.trim() !== ''}>
        <Textarea rows={2} maxLength={MAX_COVERAGE_NOTE} value={note} onChange={(_, { value }) => setNote(value)} />
      </Field>
    </RecordDialog>
  );
}
