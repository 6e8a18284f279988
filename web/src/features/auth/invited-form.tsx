import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { PasswordInput } from '../../components/password-input.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import type { LoginState } from '../../lib/session/return-path.js';
import { signIn } from '../../lib/session/session.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { errorSentence } from './error-sentences.js';
import { registerInvited } from './invitation-requests.js';
import { PASSWORD_RULE, validateNewPassword } from './registration.js';

const useStyles = makeStyles({ form: { display: 'flex', flexDirection: 'column', gap: '14px' } });

const EMPTY = { name: '', password: '', confirmation: '' };
type Entry = keyof typeof EMPTY;
type Errors = Partial<Record<Entry, string>>;

/** Name and password of a new account; signs in afterwards. */
export function InvitedForm({
  token,
  email,
  onAccount,
}: {
  token: string;
  email: string;
  /** The address got an account since. */
  onAccount: () => void;
}) {
  const styles = useStyles();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const reject = (found: Errors): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const found: Errors = {
      ...(values.name.trim() === '' ? { name: 'Full name is required' } : {}),
      ...validateNewPassword(values),
    };
    if (Object.keys(found).length > 0) return reject(found);
    setBusy(true);
    try {
      const { project_id: id } = await registerInvited(token, values.name.trim(), values.password);
      const from = `/projects/${id}`;
      try {
        await signIn(email, values.password);
        void navigate(from, { replace: true });
      } catch {
        // the account exists: signing in again is all that is left
        const state: LoginState = { from };
        void navigate('/login', { replace: true, state });
      }
    } catch (thrown) {
      setBusy(false);
      const error = apiErrorOf(thrown);
      const known = Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in values));
      if (Object.keys(known).length > 0) reject(known);
      else if (error.code === 'account_exists') onAccount();
      else setFailure(errorSentence(error, 'Failed to create account'));
    }
  };

  const inputOf = (name: Entry, autoComplete: string) => ({
    name,
    size: 'large' as const,
    autoComplete,
    value: values[name],
    onChange: (_: unknown, data: { value: string }) => {
      setValues((before) => ({ ...before, [name]: data.value }));
      setErrors((before) => withoutMessage(before, name));
    },
  });

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {failure ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      ) : null}
      {/* for password managers */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Full Name" required validationMessage={errors.name}>
        <Input {...inputOf('name', 'name')} autoFocus />
      </Field>
      <Field label="Password" required hint={PASSWORD_RULE} validationMessage={errors.password}>
        <PasswordInput {...inputOf('password', 'new-password')} />
      </Field>
      <Field label="Confirm Password" required validationMessage={errors.confirmation}>
        <PasswordInput {...inputOf('confirmation', 'new-password')} />
      </Field>
      <Button type="submit" appearance="primary" size="large" disabledFocusable={busy}>
        {busy ? 'Creating account...' : 'Create account and join'}
      </Button>
    </form>
  );
}
