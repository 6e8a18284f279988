import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { MailAddress } from '../../components/mail-address.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { isEmail, useFocusFirstInvalid } from '../../lib/ui/forms.js';
import { useSession } from '../../lib/session/session.js';
import { AuthFrame } from './auth-frame.js';
import { forgotPassword } from './password-requests.js';
import { MailSent, MailNotReceived } from './mail-sent.js';
import { errorSentence } from './error-sentences.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  other: { alignSelf: 'center' },
});

/** The response does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const styles = useStyles();
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  useDocumentTitle(sentTo ? 'Check your email' : 'Forgot password');

  if (session.status === 'signed-in') return <Navigate to="/settings/security" replace />;
  if (session.status === 'unknown') return <LoadingView screen />;

  if (sentTo !== undefined) {
    return (
      <MailSent>
        <p>
          If <MailAddress>{sentTo}</MailAddress> has an account, a link to choose a new password is on its way. It works
          once, for one hour.
        </p>
        <MailNotReceived>
          <RouterLink to="/forgot-password" inline onClick={() => setSentTo(undefined)}>
            try again
          </RouterLink>
          .
        </MailNotReceived>
        <RouterLink to="/login">Return to sign in</RouterLink>
      </MailSent>
    );
  }

  const refuse = (words: string): void => {
    setProblem(words);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    setFailure(undefined);
    if (!isEmail(address)) {
      refuse(address === '' ? 'Email address is required' : 'Invalid email address');
      return;
    }
    setBusy(true);
    try {
      await forgotPassword(address);
      setSentTo(address);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error.fields.email) refuse(error.fields.email);
      else setFailure(errorSentence(error, 'Failed to send the link. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthFrame title="Forgot password?" subtitle="We send you a link to choose a new one.">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {failure ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
        ) : null}
        <Field label="Email Address" required validationMessage={problem}>
          <Input
            type="email"
            name="email"
            size="large"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(_, data) => {
              setEmail(data.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <Button type="submit" appearance="primary" size="large" disabledFocusable={busy}>
          {busy ? 'Sending...' : 'Send link'}
        </Button>
        <RouterLink to="/login" className={styles.other}>
          Return to sign in
        </RouterLink>
      </form>
    </AuthFrame>
  );
}
