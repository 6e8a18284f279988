import { Button, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RouterLink } from '../../../components/router-link.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { request } from '../../../lib/http/request.js';
import { operation } from '../../../lib/http/operation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '16px' },
});

interface Unfollowed {
  success: boolean;
  key: string;
  title: string;
}

const FAILED = 'The issue could not be unfollowed.';

type State = { kind: 'asking' | 'sending' } | { kind: 'done'; answer: Unfollowed } | { kind: 'failed'; why: string };

/** By a mailed link, without sign-in. Opening the page changes nothing: mail scanners open links. */
export function Unfollow() {
  const styles = useStyles();
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  const [state, setState] = useState<State>({ kind: 'asking' });
  const unfollow = async (): Promise<void> => {
    setState({ kind: 'sending' });
    try {
      const answer = await request<Unfollowed>({
        ...operation('POST', '/api/issue-unfollow', { body: { token } }),
        isOpen: true,
      });
      setState({ kind: 'done', answer });
    } catch (error) {
      setState({ kind: 'failed', why: errorMessage(error, FAILED) });
    }
  };
  if (token === '') {
    return (
      <div className={styles.root}>
        <p>This link is not complete. Open it from the email again, or unfollow the issue on its page.</p>
        <RouterLink to="/issues">Go to the issues</RouterLink>
      </div>
    );
  }
  if (state.kind === 'done') {
    const { key, title } = state.answer;
    return (
      <div className={styles.root} role="status">
        <p>{`You no longer follow ${key} ${title}. You will get no more emails about it.`}</p>
        <RouterLink to={`/issues/${key}`}>Go to the issue</RouterLink>
      </div>
    );
  }
  return (
    <div className={styles.root}>
      <p>You will get no more emails about this issue.</p>
      {state.kind === 'failed' ? (
        <MessageBar intent="error" role="alert" layout="multiline">
          <MessageBarBody>{state.why}</MessageBarBody>
        </MessageBar>
      ) : null}
      <Button appearance="primary" disabledFocusable={state.kind === 'sending'} onClick={() => void unfollow()}>
        {state.kind === 'sending' ? 'Unfollowing...' : 'Unfollow'}
      </Button>
    </div>
  );
}
