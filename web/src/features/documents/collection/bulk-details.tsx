import {
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
  Select,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { FormActions } from '../../../components/form-actions.js';
import { useGetCategoriesQuery, type ProjectDocument } from '../../../evidence/documents-api.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeInBulk, count, type BulkRequest } from '../bulk-changes.js';
import { CategoryOptions } from '../category-options.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

export type Details = Pick<BulkRequest, 'year' | 'provider' | 'category'>;

/** Suggestions; any other name can be typed. */
export const PROVIDERS = ['EDR', 'ERIS', 'LightBox', 'Library of Congress', 'USGS', 'Sanborn Map Company'];

export const DETAILS_WORDS = { done: 'changed', undone: (some: string) => `details of ${some}` };

/** Year, source and category of the chosen documents, in one step with one undo. */
export function useBulkDetails(projectId: string, onDone: () => void) {
  const dispatch = useApiDispatch();
  const [chosen, setChosen] = useState<readonly ProjectDocument[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const close = () => {
    setChosen([]);
    setProblem('');
  };
  const save = async (details: Details): Promise<void> => {
    setBusy(true);
    const ids = chosen.map(({ id }) => id);
    const wish = { project_id: projectId, action: 'set_details', ids, ...details } as const;
    const { failure } = await changeInBulk(dispatch, [wish], DETAILS_WORDS);
    setBusy(false);
    setProblem(failure);
    if (failure) return;
    close();
    onDone();
  };
  const dialog: ReactNode = chosen.length > 0 && (
    <DetailsDialog amount={chosen.length} isBusy={isBusy} problem={problem} onSave={save} onClose={close} />
  );
  return { isBusy, ask: setChosen, dialog };
}

interface DetailsDialogProps {
  amount: number;
  isBusy: boolean;
  problem: string;
  onSave: (details: Details) => Promise<void>;
  onClose: () => void;
}

function DetailsDialog({ amount, isBusy, problem, onSave, onClose }: DetailsDialogProps) {
  const styles = useStyles();
  const { data: categories = [] } = useGetCategoriesQuery();
  const [year, setYear] = useState('');
  const [provider, setProvider] = useState('');
  const [category, setCategory] = useState('');
  const details: Details = {
    ...(year.trim() && { year: year.trim() }),
    ...(provider.trim() && { provider: provider.trim() }),
    ...(category && { category }),
  };
  const isComplete = Object.keys(details).length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !isBusy) void onSave(details);
  };
  return (
    <Dialog
      open
      onOpenChange={(_, { open }) => {
        if (!open && !isBusy) onClose();
      }}
    >
      <DialogSurface>
        <form onSubmit={send}>
          <DialogBody>
            <DialogTitle>{`Details of ${count(amount)}`}</DialogTitle>
            <DialogContent className={styles.form}>
              {problem && (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{problem}</MessageBarBody>
                </MessageBar>
              )}
              <span>Empty fields stay as they are.</span>
              <Field label="Year" hint="Also the year of all their sheets.">
                <Input inputMode="numeric" maxLength={4} value={year} onChange={(_, { value }) => setYear(value)} />
              </Field>
              <Field label="Source" hint="Who published or delivered them.">
                <Input
                  list="providers"
                  maxLength={100}
                  value={provider}
                  onChange={(_, { value }) => setProvider(value)}
                />
              </Field>
              <datalist id="providers">
                {PROVIDERS.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
              <Field label="Category">
                <Select value={category} onChange={(_, { value }) => setCategory(value)}>
                  <option value="">Keep</option>
                  <CategoryOptions categories={categories} />
                </Select>
              </Field>
            </DialogContent>
            <FormActions label="Save" isBusy={isBusy} isMissing={!isComplete} onCancel={onClose} />
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
