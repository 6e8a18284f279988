import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  type InputProps,
} from '@fluentui/react-components';
import { MailCheckmarkRegular } from '@fluentui/react-icons';
import { useRef, useState, type FormEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { apiErrorOf } from '../../lib/errors.js';
import { focusFirstInvalid, withoutMessage } from '../../lib/forms.js';
import { useSession } from '../../lib/session.js';
import { AuthFrame } from './auth-frame.js';
import { refusalSentence } from './refusals.js';
import {
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
  sent: { display: 'flex', flexDirection: 'column', gap: '20px' },
  icon: { fontSize: '40px', lineHeight: 0, color: tokens.colorBrandForeground1 },
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
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
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

/** Registration, then the word to look for the confirmation mail (AUTH-02, AUTH-11 to AUTH-21). */
export function RegisterPage() {
  const styles = useStyles();
  const session = useSession();
  const formElement = useRef<HTMLFormElement>(null);
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
      <AuthFrame title="Check your email">
        <div className={styles.sent} role="status">
          <span className={styles.icon}>
            <MailCheckmarkRegular aria-hidden="true" />
          </span>
          <p>
            A confirmation link was sent to {sentTo}. Click it to activate your account, then return here to sign in.
          </p>
          <RouterLink to="/login">Return to sign in</RouterLink>
        </div>
      </AuthFrame>
    );
  }

  const reject = (found: RegistrationErrors): void => {
    setErrors(found);
    focusFirstInvalid(formElement.current);
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
    try {
      if (!(await verifySecretWord(form.secretWord.trim()))) {
        reject({ secretWord: 'Invalid secret word. Please check and try again.' });
        return;
      }
      await signUp(form);
      setSentTo(form.email.trim());
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      const known = Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in form));
      if (Object.keys(known).length > 0) reject(known);
      else setFailure(refusalSentence(error) || 'Failed to create account');
    } finally {
      setBusy(false);
    }
  };

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
            <Input
              name={name}
              type={type}
              size="large"
              autoComplete={autoComplete}
              value={form[name]}
              onChange={(_, data) => {
                setForm((before) => ({ ...before, [name]: data.value }));
                setErrors((before) => withoutMessage(before, name));
              }}
            />
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
