import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { errorMessage } from '../../lib/errors.js';
import { focusFirstInvalid } from '../../lib/forms.js';
import { signIn, useSession } from '../../lib/session.js';
import { AuthFrame } from './auth-frame.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  notices: { display: 'flex', flexDirection: 'column', gap: '8px' },
  submit: { marginTop: '4px' },
  other: { alignSelf: 'center' },
});

/** Shown when the error of the server tells about the confirmation link (AUTH-09, OP-10). */
export const CONFIRMATION_HINT = "Didn't get the e-mail? Check your spam folder or register again.";

const AUTHENTICATION_REQUIRED = 'Authentication required. Please log in to continue.';

const CONFIRMATIONS: Record<string, { intent: 'success' | 'warning'; text: string }> = {
  confirmed: { intent: 'success', text: 'Your e-mail is confirmed. You can sign in now.' },
  expired: { intent: 'warning', text: 'This confirmation link has been used or has expired. Please register again.' },
};

/** Only paths of this SPA are followed after signing in, never an address from elsewhere. */
const safePath = (from: unknown): string =>
  typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') && !from.startsWith('/login') ? from : '/';

/** The login screen (AUTH-01, AUTH-05 to AUTH-10). */
export function LoginPage() {
  const styles = useStyles();
  const session = useSession();
  const location = useLocation();
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useDocumentTitle('Sign in');

  const state = (location.state ?? {}) as { from?: unknown; required?: boolean };
  if (session.status === 'signed-in') return <Navigate to={safePath(state.from)} replace />;
  if (session.status === 'unknown') return <LoadingView screen />;

  const confirmation =
    CONFIRMATIONS[search.get('confirmed') === '1' ? 'confirmed' : (search.get('confirmation') ?? '')];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const gaps = {
      ...(email.trim() === '' ? { email: 'Email is required' } : {}),
      ...(password === '' ? { password: 'Password is required' } : {}),
    };
    setMissing(gaps);
    setError(undefined);
    if (Object.keys(gaps).length > 0) {
      focusFirstInvalid(form.current);
      return;
    }
    setBusy(true);
    try {
      await signIn(email.trim(), password);
    } catch (thrown) {
      setError(errorMessage(thrown, 'Failed to sign in'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthFrame title="Sign in" subtitle="Phase I environmental site assessments">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.notices} aria-live="polite">
          {error ? (
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>
                {error}
                {/confirmation link/i.test(error) ? <div>{CONFIRMATION_HINT}</div> : null}
              </MessageBarBody>
            </MessageBar>
          ) : confirmation ? (
            <MessageBar intent={confirmation.intent} layout="multiline">
              <MessageBarBody>{confirmation.text}</MessageBarBody>
            </MessageBar>
          ) : state.required ? (
            <MessageBar intent="info" layout="multiline">
              <MessageBarBody>{AUTHENTICATION_REQUIRED}</MessageBarBody>
            </MessageBar>
          ) : null}
        </div>
        <Field label="Email" required validationMessage={missing.email}>
          <Input
            type="email"
            name="email"
            size="large"
            autoComplete="username"
            value={email}
            onChange={(_, data) => setEmail(data.value)}
          />
        </Field>
        <Field label="Password" required validationMessage={missing.password}>
          <Input
            type="password"
            name="password"
            size="large"
            autoComplete="current-password"
            value={password}
            onChange={(_, data) => setPassword(data.value)}
          />
        </Field>
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <RouterLink to="/register" className={styles.other}>
          Don't have an account? Sign up
        </RouterLink>
      </form>
    </AuthFrame>
  );
}
