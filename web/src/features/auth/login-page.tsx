import {
  Button,
  Divider,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  type MessageBarProps,
} from '@fluentui/react-components';
import { KeyMultipleRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { PasswordInput } from '../../components/password-input.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { returnPath, type LoginState } from '../../lib/session/return-path.js';
import { signIn, useSession } from '../../lib/session/session.js';
import { useGetSignInOptionsQuery } from '../../lib/session/sign-in-options.js';
import { AuthFrame } from './auth-frame.js';
import { pageNavigation } from './page-navigation.js';
import { ResendConfirmation } from './resend-confirmation.js';
import { errorSentence } from './error-sentences.js';
import { singleSignOnUrl } from './single-sign-on.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  notices: { display: 'flex', flexDirection: 'column', gap: '8px' },
  submit: { marginTop: '4px' },
  forgot: { alignSelf: 'flex-start', marginTop: '-8px' },
  // reserves space for single sign-on, so the fields above do not move when it appears
  others: { display: 'flex', flexDirection: 'column', gap: '16px', minHeight: '108px' },
  other: { alignSelf: 'center' },
});

/** AUTH-09, OP-10 */
export const CONFIRMATION_HINT = (
  <>
    Didn't get the e-mail? Check your spam folder or{' '}
    <RouterLink to="/register" inline>
      register again
    </RouterLink>
    .
  </>
);

const AUTHENTICATION_REQUIRED = 'Authentication required. Please log in to continue.';

const SESSION_ENDED = 'Your session has ended.';

interface Notice {
  intent: MessageBarProps['intent'];
  text: string;
  more?: ReactNode;
  /** A new confirmation link may help. */
  canResend?: true;
}

/** Values of the gateway's confirmation redirect (AUTH-21). */
const CONFIRMATIONS: Record<string, Notice> = {
  confirmed: { intent: 'success', text: 'Your email is confirmed. You can sign in now.' },
  // mail scanners open links before people do, so a used link has usually worked
  expired: {
    intent: 'warning',
    text: 'This confirmation link has been used or has expired.',
    more: 'Already confirmed? Sign in below. If not, have another link sent to your address, or sign up again.',
    canResend: true,
  },
  unavailable: {
    intent: 'warning',
    text: 'Your email could not be confirmed right now. Please open the link in your mail again in a moment.',
  },
};

/** A current error takes precedence over how the visitor got here. */
function noticeOf(error: string | undefined, search: URLSearchParams, state: LoginState): Notice | undefined {
  // from the form, or from single sign-on
  const problem = error ?? state.problem;
  if (problem !== undefined) {
    const waits = /confirmation link/i.test(problem);
    return { intent: 'error', text: problem, ...(waits ? { more: CONFIRMATION_HINT, canResend: true } : {}) };
  }
  if (state.passwordChanged) return { intent: 'success', text: 'Your password was changed. Sign in with the new one.' };
  const confirmation = search.get('confirmed') === '1' ? 'confirmed' : (search.get('confirmation') ?? '');
  if (Object.hasOwn(CONFIRMATIONS, confirmation)) return CONFIRMATIONS[confirmation];
  if (state.required) {
    return { intent: 'info', text: AUTHENTICATION_REQUIRED, more: state.expired ? SESSION_ENDED : undefined };
  }
  return undefined;
}

/** AUTH-01, AUTH-05 to AUTH-10 */
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
  const [leaving, setLeaving] = useState(false);
  const { data: options } = useGetSignInOptionsQuery();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const passwordField = useRef<HTMLInputElement>(null);
  useDocumentTitle('Sign in');
  useEffect(() => {
    // restored from the back/forward cache after leaving for the provider
    const stay = (): void => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  const state = (location.state ?? {}) as LoginState;
  if (session.status === 'signed-in') return <Navigate to={returnPath(state.from)} replace />;
  if (session.status === 'unknown') return <LoadingView screen />;

  const notice = noticeOf(error, search, state);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || leaving) return;
    const gaps = {
      ...(email.trim() === '' ? { email: 'Email is required' } : {}),
      ...(password === '' ? { password: 'Password is required' } : {}),
    };
    setMissing(gaps);
    setError(undefined);
    if (Object.keys(gaps).length > 0) {
      focusFirstInvalid();
      return;
    }
    setBusy(true);
    try {
      await signIn(email.trim(), password);
    } catch (thrown) {
      const refused = apiErrorOf(thrown);
      setError(errorSentence(refused, 'Failed to sign in'));
      if (refused.status === 401) {
        passwordField.current?.focus();
        passwordField.current?.select();
      }
    } finally {
      setBusy(false);
    }
  };

  const askForAddress = (): void => {
    setMissing({ email: 'Enter the address to send the link to' });
    focusFirstInvalid();
  };

  const singleSignOn = async (): Promise<void> => {
    if (!options || busy || leaving) return;
    setError(undefined);
    setLeaving(true);
    try {
      pageNavigation.goTo(await singleSignOnUrl(options, returnPath(state.from)));
    } catch {
      // the browser blocks storage or cryptography
      setError('Single sign-on is not possible in this browser. Sign in with your email and password.');
      setLeaving(false);
    }
  };

  return (
    <AuthFrame title="Sign in" subtitle="Phase I environmental site assessments">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.notices} aria-live="polite">
          {notice ? (
            <MessageBar intent={notice.intent} layout="multiline">
              <MessageBarBody>
                {notice.text}
                {notice.more ? <div>{notice.more}</div> : null}
                {notice.canResend ? <ResendConfirmation email={email} onMissing={askForAddress} /> : null}
              </MessageBarBody>
            </MessageBar>
          ) : null}
        </div>
        <Field label="Email" required validationMessage={missing.email}>
          <Input
            type="email"
            name="email"
            size="large"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(_, data) => setEmail(data.value)}
          />
        </Field>
        <Field label="Password" required validationMessage={missing.password}>
          <PasswordInput
            ref={passwordField}
            name="password"
            size="large"
            autoComplete="current-password"
            value={password}
            onChange={(_, data) => setPassword(data.value)}
          />
        </Field>
        <RouterLink to="/forgot-password" className={styles.forgot}>
          Forgot password?
        </RouterLink>
        <Button className={styles.submit} type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <div className={styles.others}>
          {options?.sso ? (
            <>
              <Divider>or</Divider>
              <Button
                size="large"
                icon={<KeyMultipleRegular />}
                disabledFocusable={leaving}
                onClick={() => void singleSignOn()}
              >
                {leaving ? 'One moment...' : 'Continue with single sign-on'}
              </Button>
            </>
          ) : null}
          <RouterLink to="/register" className={styles.other}>
            Don't have an account? Sign up
          </RouterLink>
        </div>
      </form>
    </AuthFrame>
  );
}
