import { Button, Field, Input, makeStyles, Select } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { LICENSED_PATHS, QUALIFICATION_PATHS, type QualificationPath } from '@symbio/proto/identity/vocabulary';
import { QUALIFICATION_PATH_LABELS } from '@symbio/proto/labels';
import { Sheet } from '../../components/sheet.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useGetMeQuery, useSaveQualificationMutation, type Me } from '../../lib/session/me.js';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '16px 20px',
    alignItems: 'start',
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // a long qualification must not widen the form
  wide: { gridColumn: '1 / -1', '& select': { minWidth: 0, width: '100%', textOverflow: 'ellipsis' } },
  actions: { gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end' },
});

const EMPTY = { path: '', licence: '', state: '', expires_on: '' };

function QualificationForm({ stored }: { stored: Me['qualification'] }) {
  const styles = useStyles();
  const [values, setValues] = useState({ ...EMPTY, ...stored });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [save, { isLoading }] = useSaveQualificationMutation();
  const isLicensed = LICENSED_PATHS.includes(values.path as QualificationPath);
  const isChanged = JSON.stringify(values) !== JSON.stringify({ ...EMPTY, ...stored });
  const set = (name: keyof typeof EMPTY, value: string): void => setValues({ ...values, [name]: value });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { path, ...licence } = values;
    const given = path === '' ? null : { path: path as QualificationPath, ...licence };
    const answer = await save(given);
    setErrors(answer.error ? apiErrorOf(answer.error).fields : {});
  };

  const field = (name: 'licence' | 'state' | 'expires_on', label: string, type: 'text' | 'date' = 'text') => (
    <Field label={label} validationMessage={errors[name]}>
      <Input type={type} value={values[name]} onChange={(_, data) => set(name, data.value)} />
    </Field>
  );

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field className={styles.wide} label="Qualification" validationMessage={errors['path']}>
        <Select value={values.path} onChange={(_, data) => set('path', data.value)}>
          <option value="">None</option>
          {QUALIFICATION_PATHS.map((path) => (
            <option key={path} value={path}>
              {QUALIFICATION_PATH_LABELS[path]}
            </option>
          ))}
        </Select>
      </Field>
      {isLicensed && (
        <>
          {field('licence', 'Licence number')}
          {field('state', 'State or tribe')}
          {field('expires_on', 'Expires on', 'date')}
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabled={isLoading || !isChanged}>
          Save Qualification
        </Button>
      </div>
    </form>
  );
}

/** Needed to sign reports. */
export function QualificationSection() {
  const { data: me } = useGetMeQuery();
  return (
    <Sheet
      title="Environmental professional"
      note="Your qualification under 40 CFR 312.10, with which you sign reports."
    >
      {me && <QualificationForm key={JSON.stringify(me.qualification)} stored={me.qualification} />}
    </Sheet>
  );
}
