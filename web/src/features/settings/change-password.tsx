import { Button, Field, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PasswordInput } from '../../components/password-input.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { changePassword } from '../../lib/session/session.js';
import { notify } from '../../lib/ui/toasts.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '14px', maxWidth: '380px' },
  text: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

const EMPTY = { current: '', next: '', confirmation: '' };
type Entry = keyof typeof EMPTY;
const NAMES: Readonly<Record<string, Entry>> = { current_password: 'current', new_password: 'next' };

const gapsOf = ({ current, next, confirmation }: typeof EMPTY): Partial<Record<Entry, string>> => ({
  ...(current === '' ? { current: 'Current password is required' } : {}),
  ...(next === '' ? { next: 'New password is required' } : {}),
  ...(next !== confirmation ? { confirmation: 'Passwords do not match' } : {}),
});

/** Disabled until the user starts (SET-05); validation is the server's. */
export function ChangePassword() {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const first = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Entry, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (isOpen) first.current?.focus();
    // the focused button was removed or disabled
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    setValues(EMPTY);
    setErrors({});
    setFailure(undefined);
  };
  const reject = (found: Partial<Record<Entry, string>>): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isOpen || busy) return;
    setFailure(undefined);
    const gaps = gapsOf(values);
    if (Object.keys(gaps).length > 0) {
      reject(gaps);
      return;
    }
    setBusy(true);
    try {
      await changePassword(values.current, values.next);
      notify({
        type: 'success',
        title: 'Password changed',
        description: 'You stay signed in here. All other sessions have ended.',
      });
      close();
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      const found = Object.entries(error.fields).flatMap(([name, words]) =>
        NAMES[name] ? [[NAMES[name], words]] : [],
      );
      if (found.length > 0) reject(Object.fromEntries(found) as Partial<Record<Entry, string>>);
      else setFailure(error.isSilent ? 'Failed to change the password. Please try again.' : error.message);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Entry, label: string, autoComplete: string) => (
    <Field label={label} validationMessage={errors[name]}>
      <PasswordInput
        ref={name === 'current' ? first : undefined}
        name={name}
        autoComplete={isOpen ? autoComplete : 'off'}
        disabled={!isOpen}
        value={values[name]}
        onChange={(_, data) => {
          setValues((before) => ({ ...before, [name]: data.value }));
          setErrors((before) => withoutMessage(before, name));
        }}
      />
    </Field>
  );

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {isOpen ? null : (
        <>
          <p className={styles.text}>
            Changing your password ends all your other sessions, and you get an email about it.
          </p>
          <div className={styles.actions}>
            <Button ref={opener} onClick={() => setOpen(true)}>
              Change password
            </Button>
          </div>
        </>
      )}
      {failure ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      ) : null}
      {field('current', 'Current password', 'current-password')}
      {field('next', 'New password', 'new-password')}
      {field('confirmation', 'Confirm new password', 'new-password')}
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabled={!isOpen} disabledFocusable={busy}>
          {busy ? 'Updating...' : 'Update Password'}
        </Button>
        {isOpen ? (
          <Button disabledFocusable={busy} onClick={close}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
