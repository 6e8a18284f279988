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
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { FormActions } from '../../components/form-actions.js';
import { useFormLeaving } from '../../components/form-dialog.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { api } from '../../lib/http/api.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { fileSize } from '../../lib/ui/formats.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { notify } from '../../lib/ui/toasts.js';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { sendEdition, useCreateDataSetMutation } from './lists-api.js';

const ACCEPTED = '.csv,.txt,.tsv,.psv,.xlsx,.geojson,.json,.zip';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '14px' },
  file: { font: 'inherit', color: tokens.colorNeutralForeground1, maxWidth: '100%' },
});

interface Values {
  name: string;
  agency: string;
  source_url: string;
  licence: string;
  agencyDate: string;
}

const NO_VALUES: Values = { name: '', agency: '', source_url: '', licence: '', agencyDate: '' };

const TEXTS = [
  ['name', 'Name', true],
  ['agency', 'Agency', false],
  ['source_url', 'Source (web address)', false],
  ['licence', 'Licence', false],
] as const;

/** `EPA_FRS 2026.csv` is called `EPA FRS 2026`. */
const nameOfFile = (file: string): string => file.replace(/\.[a-z]+$/i, '').replaceAll(/[_\s]+/g, ' ');

/** A list with its first file, or a new edition of `list`. The import follows the upload. */
export function UploadDialog({ list, onClose }: { list?: DataSet; onClose: () => void }) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const [create] = useCreateDataSetMutation();
  const [values, setValues] = useState(NO_VALUES);
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const creationId = useCreationId();
  const isBusy = sent !== undefined;
  const leaving = useFormLeaving({ isDirty: file !== undefined || values !== NO_VALUES, isBusy, onClose });
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const { agencyDate, ...texts } = values;
    const found = {
      ...(!file && { file: 'Choose a file' }),
      ...(!list && texts.name.trim() === '' && { name: 'Name is required' }),
    };
    setErrors(found);
    setFailure(undefined);
    focusFirstInvalid();
    if (!file || Object.keys(found).length > 0) return;
    setSent(0);
    try {
      const target = list ?? (await create({ id: creationId(texts), ...texts }).unwrap());
      await sendEdition(target.id, { file, agencyDate }, (bytes, total) => setSent(total > 0 ? bytes / total : 0));
      dispatch(api.util.invalidateTags(['DataSet']));
      notify({ type: 'success', title: 'File sent', description: `${file.name} is being imported.` });
      onClose();
    } catch (thrown) {
      const { fields, message } = apiErrorOf(thrown);
      setErrors(fields);
      focusFirstInvalid();
      if (Object.keys(fields).length === 0) setFailure(message);
      setSent(undefined);
    }
  }

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <form ref={form} onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>{list ? `New edition of ${list.name}` : 'Add list'}</DialogTitle>
            <DialogContent className={styles.form}>
              {failure ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{failure}</MessageBarBody>
                </MessageBar>
              ) : null}
              <Field
                label="File"
                required
                hint="CSV, XLSX, GeoJSON, or a zip of one, up to 4 GB."
                validationMessage={errors['file']}
              >
                {(control) => (
                  <input
                    {...control}
                    type="file"
                    accept={ACCEPTED}
                    className={styles.file}
                    onChange={(event) => {
                      const chosen = event.target.files?.[0];
                      setFile(chosen);
                      if (chosen && !list && values.name === '') set({ name: nameOfFile(chosen.name) });
                    }}
                  />
                )}
              </Field>
              {list
                ? null
                : TEXTS.map(([key, label, required]) => (
                    <Field key={key} label={label} required={required} validationMessage={errors[key]}>
                      <Input value={values[key]} maxLength={300} onChange={(_, data) => set({ [key]: data.value })} />
                    </Field>
                  ))}
              <Field
                label="Date of the data"
                hint="As the agency gives it. Reports state it, and old lists are marked."
                validationMessage={errors['agency_date']}
              >
                <Input type="date" value={values.agencyDate} onChange={(_, data) => set({ agencyDate: data.value })} />
              </Field>
              {isBusy ? (
                <Field label={`Sending ${file ? fileSize(file.size) : ''}`}>
                  <ProgressBar value={sent} />
                </Field>
              ) : null}
            </DialogContent>
            <FormActions
              label={list ? 'Add edition' : 'Add list'}
              busyLabel="Sending..."
              isBusy={isBusy}
              onCancel={onClose}
            />
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
