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
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { listNameOf, MAX_FILE_BYTES, TOO_LARGE } from '@symbio/agency-lists/file-limits';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { api } from '../../lib/http/api.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { fileSize } from '../../lib/ui/formats.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { notify } from '../../lib/ui/toasts.js';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { interruptedText } from './list-text.js';
import { interruptedList } from './interrupted-lists.js';
import { useCreateDataSetMutation, useDeleteDataSetMutation } from './lists-api.js';
import { sendList, type SendingState } from './send-list.js';

const ACCEPTED = '.csv,.txt,.tsv,.psv,.xlsx,.geojson,.json,.zip,.gz';

/** Statuses of a file that need not be sent again. */
const REFUSED_FILE: ReadonlySet<number> = new Set([400, 413]);

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

function phaseText(phase: SendingState, sent: number, size: number): string {
  if (phase === 'waiting') return 'The connection is interrupted. The upload continues by itself.';
  if (phase === 'checking') return 'Checking the file';
  return `Sending: ${Math.floor(sent * 100)}% of ${fileSize(size)}`;
}

/** A list with its first file, or a new edition of `list`. The import follows the upload. */
export function UploadDialog({ list, onClose }: { list?: DataSet; onClose: () => void }) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const [create] = useCreateDataSetMutation();
  const [remove] = useDeleteDataSetMutation();
  /** Id of a list whose first file was refused. */
  const empty = useRef<string>(undefined);
  const [interrupted] = useState(() => list && interruptedList(list.id));
  const [start] = useState(() => ({ ...NO_VALUES, agencyDate: interrupted?.agencyDate ?? '' }));
  const [values, setValues] = useState(start);
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [phase, setPhase] = useState<SendingState>('sending');
  const stopping = useRef<AbortController>(undefined);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  useEffect(() => () => stopping.current?.abort(), []);
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const creationId = useCreationId();
  const isBusy = sent !== undefined;
  const discard = (): void => {
    if (empty.current !== undefined) void remove(empty.current);
    empty.current = undefined;
  };
  const close = (): void => {
    discard();
    onClose();
  };
  const leaving = useFormLeaving({ isDirty: file !== undefined || values !== start, isBusy, onClose: close });
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const { agencyDate, ...texts } = values;
    const found = {
      ...(!file && { file: 'Choose a file' }),
      ...(file && file.size > MAX_FILE_BYTES && { file: TOO_LARGE }),
      ...(!list && texts.name.trim() === '' && { name: 'Name is required' }),
    };
    setErrors(found);
    setFailure(undefined);
    focusFirstInvalid();
    if (!file || Object.keys(found).length > 0) return;
    setSent(0);
    const { signal } = (stopping.current = new AbortController());
    let target = list;
    try {
      target ??= await create({ id: creationId(texts), ...texts }).unwrap();
      if (empty.current !== target.id) discard();
      empty.current = undefined;
      signal.throwIfAborted();
      const onBytes = (bytes: number, total: number): void => setSent(total > 0 ? bytes / total : 0);
      await sendList({ listId: target.id, file, agencyDate }, { onBytes, onState: setPhase, signal });
      dispatch(api.util.invalidateTags(['DataSet']));
      notify({ type: 'success', title: 'File sent', description: `${file.name} is being imported.` });
      onClose();
    } catch (thrown) {
      if (signal.aborted) return;
      const { status, fields, message } = apiErrorOf(thrown);
      if (!list && target && REFUSED_FILE.has(status)) empty.current = target.id;
      setErrors(fields);
      focusFirstInvalid();
      if (Object.keys(fields).length === 0) setFailure(message);
      setSent(undefined);
    }
  }

  function stop(): void {
    stopping.current?.abort();
    onClose();
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
              {interrupted && !isBusy ? (
                <MessageBar intent="info" layout="multiline">
                  <MessageBarBody>{interruptedText(interrupted)}</MessageBarBody>
                </MessageBar>
              ) : null}
              <Field
                label="File"
                required
                hint="CSV, XLSX, GeoJSON, or a zip or gzip file of one, up to 4 GB."
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
                      if (chosen && !list && values.name === '') set({ name: listNameOf(chosen.name) });
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
                <Field label={phaseText(phase, sent, file?.size ?? 0)}>
                  <ProgressBar value={phase === 'checking' ? undefined : sent} />
                </Field>
              ) : null}
            </DialogContent>
            <DialogActions>
              <Button onClick={isBusy ? stop : close}>{isBusy ? 'Stop' : 'Cancel'}</Button>
              <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
                {isBusy ? 'Sending...' : list ? 'Add edition' : 'Add list'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
