import { Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import type { LoginState } from '../../lib/session/return-path.js';
import { AuthFrame } from './auth-frame.js';
import { finishSingleSignOn, SingleSignOnError } from './single-sign-on.js';

/** Redirect target of the identity provider. */
export function SsoCallbackPage() {
  const { search } = useLocation();
  const [next, setNext] = useState<{ to: string; state?: LoginState }>();
  useDocumentTitle('Sign in');
  useEffect(() => {
    let left = false;
    finishSingleSignOn(search).then(
      (to) => {
        if (!left) setNext({ to });
      },
      (thrown: unknown) => {
        const from = thrown instanceof SingleSignOnError ? thrown.returnTo : '/';
        const problem = thrown instanceof Error ? thrown.message : 'Failed to sign in';
        if (!left) setNext({ to: '/login', state: { from, problem } });
      },
    );
    return () => {
      left = true;
    };
  }, [search]);
  if (next) return <Navigate to={next.to} state={next.state} replace />;
  return (
    <AuthFrame title="Sign in">
      <Spinner label="Signing you in..." labelPosition="after" size="small" style={{ justifyContent: 'flex-start' }} />
    </AuthFrame>
  );
}
