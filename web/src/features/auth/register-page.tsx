import {
  Button,
  Field,
  Input,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  type InputProps,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { MailAddress } from '../../components/mail-address.js';
import { PasswordInput } from '../../components/password-input.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { useSession } from '../../lib/session/session.js';
import { AuthFrame } from './auth-frame.js';
import { MailSent, MailNotReceived } from './mail-sent.js';
import { errorSentence } from './error-sentences.js';
import { ResendConfirmation } from './resend-confirmation.js';
import {
  PASSWORD_RULE,
  signUp,
  validateRegistration,
  verifySecretWord,
  type Registration,
  type RegistrationErrors,
} from './registration.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '14px' },
  submit: { marginTop: '4px' },
  other: { alignSelf: 'center' },
});

const FIELDS: readonly {
  name: keyof Registration;
  label: string;
  type: InputProps['type'];
  autoComplete: string;
  hint?: string;
}[] = [
  { name: 'name', label: 'Full Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password', hint: PASSWORD_RULE },
  { name: 'confirmation', label: 'Confirm Password', type: 'password', autoComplete: 'new-password' },
  {
    name: 'secretWord',
    label: 'Secret Word',
    type: 'text',
    autoComplete: 'off',
    hint: 'The word you were given with your invitation.',
  },
];

const EMPTY: Registration = { name: '', email: '', password: '', confirmation: '', secretWord: '' };

/** AUTH-02, AUTH-11 to AUTH-21 */
export function RegisterPage() {
  const styles = useStyles();
  const session = useSession();
  const formElement = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(formElement);
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<RegistrationErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  useDocumentTitle(sentTo ? 'Check your email' : 'Create account');

  if (session.status === 'signed-in') return <Navigate to="/" replace />;
  if (session.status === 'unknown') return <LoadingView screen />;

  if (sentTo !== undefined) {
    return (
      <MailSent>
        <p>
          A confirmation link was sent to <MailAddress>{sentTo}</MailAddress>. Click it to activate your account, then
          return here to sign in.
        </p>
        <RouterLink to="/login">Return to sign in</RouterLink>
        <MailNotReceived>
          <Link inline as="button" type="button" onClick={() => setSentTo(undefined)}>
            register again
          </Link>{' '}
          with another address.
        </MailNotReceived>
        <ResendConfirmation email={sentTo} />
      </MailSent>
    );
  }

  const reject = (found: RegistrationErrors): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = validateRegistration(form);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      reject(found);
      return;
    }
    setBusy(true);
    let failed = 'Failed to verify secret word';
    try {
      if (!(await verifySecretWord(form.secretWord.trim()))) {
        reject({ secretWord: 'Invalid secret word. Please check and try again.' });
        return;
      }
      failed = 'Failed to create account';
      await signUp(form);
      setSentTo(form.email.trim());
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      const known = Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in form));
      if (Object.keys(known).length > 0) reject(known);
      else setFailure(errorSentence(error, failed));
    } finally {
      setBusy(false);
    }
  };

  const inputOf = (name: keyof Registration, autoComplete: string) => ({
    name,
    size: 'large' as const,
    autoComplete,
    value: form[name],
    onChange: (_: unknown, data: { value: string }) => {
      setForm((before) => ({ ...before, [name]: data.value }));
      setErrors((before) => withoutMessage(before, name));
    },
  });

  return (
    <AuthFrame title="Create account" subtitle="Join the environmental compliance revolution">
      <form ref={formElement} className={styles.form} onSubmit={submit} noValidate>
        {failure ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
        ) : null}
        {FIELDS.map(({ name, label, type, autoComplete, hint }) => (
          <Field key={name} label={label} required hint={hint} validationMessage={errors[name]}>
            {type === 'password' ? (
              <PasswordInput {...inputOf(name, autoComplete)} />
            ) : (
              <Input {...inputOf(name, autoComplete)} type={type} autoFocus={name === 'name'} />
            )}
          </Field>
        ))}
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? 'Creating account...' : 'Create account'}
        </Button>
        <RouterLink to="/login" className={styles.other}>
          Already have an account? Sign in
        </RouterLink>
      </form>
    </AuthFrame>
  );
}
