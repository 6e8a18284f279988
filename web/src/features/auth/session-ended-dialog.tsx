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
  tokens,
} from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PasswordInput } from '../../components/password-input.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useMe } from '../../lib/session/me.js';
import { leaveLapsedSession, signIn } from '../../lib/session/session.js';
import { useGetSignInOptionsQuery } from '../../lib/session/sign-in-options.js';
import { errorSentence } from './error-sentences.js';

const useStyles = makeStyles({
  surface: { maxWidth: '440px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  other: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  way: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalXS },
  button: { flexShrink: 0, whiteSpace: 'nowrap' },
  actions: { '@media (max-width: 480px)': { flexDirection: 'column-reverse' } },
});

function useFocusRestoration(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // the dialog traps focus until the next task
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      }, 0);
    },
    [before],
  );
}

/**
 * Covers the screen, so unsaved input survives: the same person signs in again and continues. Another person goes
 * through the login screen.
 */
export function SessionEndedDialog() {
  const styles = useStyles();
  const known = useMe()?.email;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data: options } = useGetSignInOptionsQuery();
  const passwordField = useRef<HTMLInputElement>(null);
  useFocusRestoration();
  // the dialog would focus its first field, which is prefilled
  useEffect(() => passwordField.current?.focus(), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // the event bubbles through React's tree, where a form of the page may be an ancestor
    event.stopPropagation();
    if (busy) return;
    setError(undefined);
    setMissing(password === '' ? 'Password is required' : undefined);
    if (password === '') return;
    setBusy(true);
    try {
      await signIn(known ?? email.trim(), password);
    } catch (thrown) {
      setError(errorSentence(apiErrorOf(thrown), 'Failed to sign in'));
      setPassword('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open modalType="alert">
      <DialogSurface className={styles.surface}>
        <form onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Your session has ended</DialogTitle>
            <DialogContent className={styles.content}>
              <p className={styles.text}>
                Authentication required. Please log in to continue. The page below stays as it is, including everything
                you typed.
              </p>
              {error ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{error}</MessageBarBody>
                </MessageBar>
              ) : null}
              <Field label="Email">
                <Input
                  type="email"
                  name="email"
                  autoComplete="username"
                  readOnly={known !== undefined}
                  appearance={known === undefined ? 'outline' : 'filled-darker'}
                  value={known ?? email}
                  onChange={(_, data) => setEmail(data.value)}
                />
              </Field>
              <Field label="Password" required validationMessage={missing}>
                <PasswordInput
                  name="password"
                  autoComplete="current-password"
                  ref={passwordField}
                  value={password}
                  onChange={(_, data) => setPassword(data.value)}
                />
              </Field>
              {options?.sso ? (
                <div className={styles.way}>
                  <Button as="a" href="/login" target="_blank" icon={<OpenRegular />}>
                    Use single sign-on in a new tab
                  </Button>
                  <span className={styles.other}>
                    Single sign-on leaves the page it is used on. Come back to this tab afterwards.
                  </span>
                </div>
              ) : null}
              <p className={styles.other}>Signing in as another user leaves this page. Unsaved changes are lost.</p>
            </DialogContent>
            <DialogActions className={styles.actions}>
              <Button className={styles.button} onClick={leaveLapsedSession}>
                Sign in as another user
              </Button>
              <Button className={styles.button} type="submit" appearance="primary" disabledFocusable={busy}>
                {busy ? 'Signing in...' : 'Sign in'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
