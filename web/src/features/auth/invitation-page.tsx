import { Button, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { apiErrorOf, type ApiError } from '../../lib/http/errors.js';
import { useGetMeQuery } from '../../lib/session/me.js';
import type { LoginState } from '../../lib/session/return-path.js';
import { signOut, useSession } from '../../lib/session/session.js';
import { AuthFrame } from './auth-frame.js';
import { errorSentence } from './error-sentences.js';
import { InvitedForm } from './invited-form.js';
import { acceptInvitation, lookAtInvitation, type InvitationFacts } from './invitation-requests.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  strong: { fontWeight: 600, overflowWrap: 'anywhere' },
  other: { alignSelf: 'center' },
});

const AS = { viewer: 'a viewer', editor: 'an editor', owner: 'an owner' } as const;
const FAILED = 'The invitation could not be opened. Please try again.';
const ENDED = new Set(['invitation_over', 'invitation_expired']);

type State = { kind: 'loading' } | { kind: 'open'; facts: InvitationFacts } | { kind: 'failed'; error: ApiError };

/** Page behind a mailed invitation (D-74). Opening it uses nothing up: mail scanners open links. */
export function InvitationPage() {
  const styles = useStyles();
  const session = useSession();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useDocumentTitle('Invitation');

  useEffect(() => {
    let isCurrent = true;
    setState({ kind: 'loading' });
    lookAtInvitation(token).then(
      (facts) => isCurrent && setState({ kind: 'open', facts }),
      (thrown: unknown) => isCurrent && setState({ kind: 'failed', error: apiErrorOf(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, round]);

  if (state.kind === 'loading' || session.status === 'unknown') return <LoadingView screen />;
  const isSignedIn = session.status === 'signed-in';
  if (state.kind === 'failed') {
    const isEnded = ENDED.has(state.error.code ?? '');
    return (
      <AuthFrame title="Invitation">
        <div className={styles.root}>
          <MessageBar intent={isEnded ? 'warning' : 'error'} layout="multiline" role="alert">
            <MessageBarBody>{isEnded ? state.error.message : errorSentence(state.error, FAILED)}</MessageBarBody>
          </MessageBar>
          {isEnded ? null : <Button onClick={() => setRound(round + 1)}>Retry</Button>}
          {isSignedIn ? (
            <RouterLink to="/" className={styles.other}>
              Go to the projects
            </RouterLink>
          ) : (
            <RouterLink to="/login" className={styles.other}>
              Go to sign in
            </RouterLink>
          )}
        </div>
      </AuthFrame>
    );
  }

  const { facts } = state;
  const what = (
    <p>
      {facts.invited_by_name ?? 'An owner'} invites you to the project{' '}
      <span className={styles.strong}>{facts.project_title}</span>, as {AS[facts.role]}.
    </p>
  );
  return (
    <AuthFrame title="Invitation" subtitle={facts.email}>
      <div className={styles.root}>
        {what}
        {isSignedIn ? (
          <Accept token={token} email={facts.email} />
        ) : facts.has_account ? (
          <SignInFirst token={token} />
        ) : (
          <InvitedForm token={token} email={facts.email} onAccount={() => setRound(round + 1)} />
        )}
      </div>
    </AuthFrame>
  );
}

function SignInFirst({ token }: { token: string }) {
  const navigate = useNavigate();
  const state: LoginState = { from: `/invitation?token=${encodeURIComponent(token)}` };
  return (
    <>
      <p>You have an account. Sign in to accept the invitation.</p>
      <Button appearance="primary" size="large" onClick={() => void navigate('/login', { state })}>
        Sign in
      </Button>
    </>
  );
}

function Accept({ token, email }: { token: string; email: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { data: me } = useGetMeQuery();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOther = me !== undefined && me.email.toLowerCase() !== email.toLowerCase();

  const accept = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { project_id: id } = await acceptInvitation(token);
      void navigate(`/projects/${id}`, { replace: true });
    } catch (thrown) {
      setFailure(errorSentence(apiErrorOf(thrown), 'Failed to accept the invitation. Please try again.'));
      setBusy(false);
    }
  };

  if (isOther)
    return (
      <>
        <MessageBar intent="warning" layout="multiline" role="alert">
          <MessageBarBody>
            {`This invitation is for ${email}. You are signed in as ${me.email}. Sign out to accept it with the other account.`}
          </MessageBarBody>
        </MessageBar>
        <Button size="large" onClick={() => void signOut()}>
          Sign out
        </Button>
        <RouterLink to="/" className={styles.other}>
          Go to the projects
        </RouterLink>
      </>
    );
  return (
    <>
      {failure ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      ) : null}
      <Button appearance="primary" size="large" disabledFocusable={busy} onClick={() => void accept()}>
        {busy ? 'Accepting...' : 'Accept invitation'}
      </Button>
    </>
  );
}
