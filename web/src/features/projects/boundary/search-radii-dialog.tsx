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
} from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useRef, useState, type FormEvent } from 'react';
import { MAX_SEARCH_RADII } from '@symbio/proto/limits';
import { FormActions } from '../../../components/form-actions.js';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useFocusFirstInvalid } from '../../../lib/ui/forms.js';
import {
  useGetSearchRadiiQuery,
  useSaveSearchRadiiMutation,
  useUndoBoundaryMutation,
  type SearchRadius,
} from '../../../evidence/boundary-api.js';
import { errorsOf, radiiOf, rowsOf, type RadiusErrors, type RadiusRow } from './search-radii-form.js';

const useStyles = makeStyles({
  surface: { maxWidth: '560px' },
  rows: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '4px 0 12px' },
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px 32px', gap: '8px', alignItems: 'start' },
});

interface SearchRadiiDialogProps {
  projectId: string;
  onClose: () => void;
}

/** Radii of the standard until someone changes them. Stays open on failure. */
export function SearchRadiiDialog({ projectId, onClose }: SearchRadiiDialogProps) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const { currentData: stored, error: loadError } = useGetSearchRadiiQuery(projectId);
  const [typed, setTyped] = useState<RadiusRow[]>();
  const [errors, setErrors] = useState<Record<number, RadiusErrors>>({});
  const [failure, setFailure] = useState<string>();
  const [save, { isLoading }] = useSaveSearchRadiiMutation();
  const [undo] = useUndoBoundaryMutation();
  const leaving = useFormLeaving({ isDirty: typed !== undefined, isBusy: isLoading, onClose });
  const rows = typed ?? rowsOf(stored?.search_radii ?? []);

  const change = (key: number, changes: Partial<RadiusRow>): void => {
    setTyped(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
    setErrors(({ [key]: _mended, ...others }) => others);
  };

  async function store(radii: readonly SearchRadius[]): Promise<void> {
    if (isLoading) return;
    setFailure(undefined);
    try {
      const { history } = await save({ projectId, radii, updatedAt: stored?.updated_at ?? null }).unwrap();
      const historyId = history.findLast(({ kind }) => kind === 'search_radii')?.id;
      if (historyId !== undefined)
        offerUndo(
          { title: 'Search radii saved' },
          { what: 'search radii', undo: () => undo({ projectId, historyId }).unwrap() },
        );
      onClose();
    } catch (thrown) {
      setFailure(changeRefusal(thrown));
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = errorsOf(rows);
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirstInvalid();
    else void store(radiiOf(rows));
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <form ref={form} onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Search radii</DialogTitle>
            <DialogContent>
              {failure || loadError ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{failure ?? changeRefusal(loadError)}</MessageBarBody>
                </MessageBar>
              ) : null}
              <p>Miles from the nearest edge of the boundary. Distances of E1527-21 until you change them.</p>
              <div className={styles.rows}>
                {rows.map(({ key, name, miles }, at) => (
                  <div key={key} className={styles.row}>
                    <Field validationMessage={errors[key]?.name}>
                      <Input
                        aria-label={`Name ${at + 1}`}
                        value={name}
                        onChange={(_, { value }) => change(key, { name: value })}
                      />
                    </Field>
                    <Field validationMessage={errors[key]?.miles}>
                      <Input
                        aria-label={`Miles ${at + 1}`}
                        inputMode="decimal"
                        value={miles}
                        onChange={(_, { value }) => change(key, { miles: value })}
                      />
                    </Field>
                    <Button
                      appearance="subtle"
                      icon={<DismissRegular />}
                      aria-label={`Remove ${name || `radius ${at + 1}`}`}
                      onClick={() => setTyped(rows.filter((row) => row.key !== key))}
                    />
                  </div>
                ))}
              </div>
              <Button
                appearance="subtle"
                icon={<AddRegular />}
                disabled={rows.length >= MAX_SEARCH_RADII}
                onClick={() =>
                  setTyped([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', miles: '' }])
                }
              >
                Add a radius
              </Button>
              {stored && !stored.are_defaults ? (
                <Button appearance="subtle" onClick={() => void store([])}>
                  Restore the defaults
                </Button>
              ) : null}
            </DialogContent>
            <FormActions label="Save" isBusy={isLoading} isMissing={!stored} onCancel={onClose} />
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
