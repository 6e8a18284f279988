import { Button, Field, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PasswordInput } from '../../components/password-input.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import type { LoginState } from '../../lib/session/return-path.js';
import { leaveSession } from '../../lib/session/session.js';
import { AuthFrame } from './auth-frame.js';
import { resetPassword } from './password-requests.js';
import { errorSentence } from './error-sentences.js';
import { PASSWORD_RULE, validateNewPassword } from './registration.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  other: { alignSelf: 'center' },
});

const EMPTY = { password: '', confirmation: '' };
type Entry = keyof typeof EMPTY;

/** Opening the mailed link does not use it up; only submitting does. */
export function ResetPasswordPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Entry, string>>>({});
  const [failure, setFailure] = useState<{ words: string; isOver: boolean }>();
  const [busy, setBusy] = useState(false);
  useDocumentTitle('Choose a new password');

  const reject = (found: Partial<Record<Entry, string>>): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const found = validateNewPassword(values);
    if (Object.keys(found).length > 0) {
      reject(found);
      return;
    }
    setBusy(true);
    try {
      await resetPassword(token, values.password);
      // the reset ended all sessions of the account, including this browser's
      leaveSession();
      const state: LoginState = { passwordChanged: true };
      void navigate('/login', { replace: true, state });
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error.fields.password) reject({ password: error.fields.password });
      else
        setFailure({
          words: errorSentence(error, 'Failed to change the password. Please try again.'),
          isOver: error.code === 'reset_link_over',
        });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Entry, label: string, hint?: string) => (
    <Field label={label} required hint={hint} validationMessage={errors[name]}>
      <PasswordInput
        name={name}
        size="large"
        autoComplete="new-password"
        autoFocus={name === 'password'}
        value={values[name]}
        onChange={(_, data) => {
          setValues((before) => ({ ...before, [name]: data.value }));
          setErrors((before) => withoutMessage(before, name));
        }}
      />
    </Field>
  );

  return (
    <AuthFrame title="Choose a new password" subtitle="All your sessions end, on every device.">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {failure ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>
              {failure.words}
              {failure.isOver ? (
                <div>
                  <RouterLink to="/forgot-password" inline>
                    Send another link
                  </RouterLink>
                </div>
              ) : null}
            </MessageBarBody>
          </MessageBar>
        ) : null}
        {field('password', 'New Password', PASSWORD_RULE)}
        {field('confirmation', 'Confirm Password')}
        <Button type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? 'Changing password...' : 'Change password'}
        </Button>
        <RouterLink to="/login" className={styles.other}>
          Return to sign in
        </RouterLink>
      </form>
    </AuthFrame>
  );
}
