import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { Sheet } from '../../components/sheet.js';
import { UnsavedChanges } from '../../components/unsaved-changes.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { ROLE_LABELS, useGetMeQuery, useUpdateMeMutation, type Me, type ProfileChange } from '../../lib/session/me.js';
import { notify } from '../../lib/ui/toasts.js';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '16px 20px',
    alignItems: 'start',
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  // the height of the form, so that the page does not jump
  loading: { minHeight: '266px', '@media (max-width: 600px)': { minHeight: '426px' } },
  actions: { gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end', marginTop: '4px' },
});

const EDITABLE = ['name', 'company', 'phone'] as const;
type Editable = (typeof EDITABLE)[number];

/** SET-02 */
const changeOf = (form: Record<Editable, string>): ProfileChange => ({
  name: form.name.trim(),
  ...(form.company.trim() === '' ? {} : { company: form.company.trim() }),
  ...(form.phone.trim() === '' ? {} : { phone: form.phone.trim() }),
});

const valuesOf = (me: Me): Record<Editable, string> => ({
  name: me.name ?? '',
  company: me.company ?? '',
  phone: me.phone ?? '',
});

function ProfileForm({ me }: { me: Me }) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [values, setValues] = useState(() => valuesOf(me));
  const [known, setKnown] = useState(values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [update, { isLoading }] = useUpdateMeMutation();

  const latest = valuesOf(me);
  if (EDITABLE.some((name) => latest[name] !== known[name])) {
    // saved here or in another tab: update unedited fields, which saving would otherwise revert
    setKnown(latest);
    setValues((before) => ({
      ...before,
      ...Object.fromEntries(
        EDITABLE.filter((name) => before[name].trim() === known[name]).map((name) => [name, latest[name]]),
      ),
    }));
  }
  const isChanged = JSON.stringify(changeOf(values)) !== JSON.stringify(changeOf(latest));

  const set = (name: Editable, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => withoutMessage(before, name));
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    if (values.name.trim() === '') {
      setErrors({ name: 'Name is required' });
      focusFirstInvalid();
      return;
    }
    if (!isChanged) return;
    try {
      await update(changeOf(values)).unwrap();
      notify({ type: 'success', title: 'Profile updated successfully' });
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      setErrors(error.fields);
      focusFirstInvalid();
      notify({ type: 'error', title: error.isSilent ? 'Failed to update profile' : error.message });
    }
  };

  const field = (name: Editable, label: string, autoComplete: string, required = false) => (
    <Field label={label} required={required} validationMessage={errors[name]}>
      <Input
        name={name}
        type={name === 'phone' ? 'tel' : 'text'}
        autoComplete={autoComplete}
        value={values[name]}
        onChange={(_, data) => set(name, data.value)}
      />
    </Field>
  );

  return (
    <form ref={form} className={styles.grid} onSubmit={submit} noValidate>
      <UnsavedChanges when={isChanged} />
      <div className={styles.wide}>{field('name', 'Name', 'name', true)}</div>
      {field('company', 'Company', 'organization')}
      {field('phone', 'Phone', 'tel')}
      <Field label="Email" hint="Your email is your sign-in name and cannot be changed here.">
        <Input type="email" value={me.email} readOnly appearance="filled-darker" />
      </Field>
      <Field label="Role" hint="Roles are given by administrators.">
        <Input value={ROLE_LABELS[me.role]} readOnly appearance="filled-darker" />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabledFocusable={isLoading || !isChanged}>
          {isLoading ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

/** SET-01 to SET-03 */
export function ProfileSection() {
  const styles = useStyles();
  const { data: me, error, refetch } = useGetMeQuery();
  return (
    <Sheet title="Profile" note="How your name and contact details appear to the people you work with.">
      {me ? (
        <ProfileForm key={me.id} me={me} />
      ) : error ? (
        <ErrorState title="Failed to fetch user profile" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <div className={styles.loading}>
          <LoadingView />
        </div>
      )}
    </Sheet>
  );
}
