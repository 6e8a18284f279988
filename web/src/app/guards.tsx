import { useEffect, useMemo } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import type { Permission } from '@symbio/proto/identity/vocabulary';
import { AccessDenied } from '../components/access-denied.js';
import { ErrorState } from '../components/error-state.js';
import { LoadingView } from '../components/loading-view.js';
import { NotFoundPage } from '../components/not-found-page.js';
import { SessionEndedDialog } from '../features/auth/session-ended-dialog.js';
import { useProjectPresence } from '../features/presence/presence.js';
import { useGetProjectAccessQuery, useGetProjectQuery } from '../features/projects/api.js';
import { isNotAccessible } from '../lib/http/errors.js';
import { useLiveChanges } from '../lib/live/live-changes.js';
import { useGetMeQuery } from '../lib/session/me.js';
import { ProjectContext, rightsOf } from '../lib/project/project-context.js';
import { renewSession, useSession } from '../lib/session/session.js';
import type { LoginState } from '../lib/session/return-path.js';
import { notify } from '../lib/ui/toasts.js';
import { Main } from './layout/layouts.js';

/** Milliseconds: detects changed roles and sessions ended at the server. */
const ME_RETRY_MS = 60_000;

function SignedIn({ hasLapsed }: { hasLapsed: boolean }) {
  useGetMeQuery(undefined, { pollingInterval: ME_RETRY_MS, skipPollingIfUnfocused: true, refetchOnFocus: true });
  return (
    <>
      <Outlet />
      {hasLapsed ? <SessionEndedDialog /> : null}
    </>
  );
}

/**
 * Others go to the login screen and return afterwards (AUTH-03). If the session lapses, the screens stay, with a
 * sign-in dialog on top.
 */
export function RequireAuth() {
  const session = useSession();
  const location = useLocation();
  switch (session.status) {
    case 'unknown':
      return <LoadingView screen />;
    case 'unreachable':
      return (
        <ErrorState title="Symbio cannot be reached" onRetry={() => void renewSession()}>
          {session.error?.message}
        </ErrorState>
      );
    case 'signed-out': {
      const state: LoginState =
        session.reason === 'ended'
          ? {}
          : {
              from: `${location.pathname}${location.search}${location.hash}`,
              required: true,
              ...(session.reason === 'expired' ? { expired: true } : {}),
              ...(session.refusal === undefined ? {} : { problem: session.refusal }),
            };
      return <Navigate to="/login" replace state={state} />;
    }
    case 'lapsed':
    case 'offline':
    case 'signed-in':
      // the key keeps the screens mounted when the same user signs in again
      return <SignedIn key={session.subject} hasLapsed={session.status === 'lapsed'} />;
  }
}

/** Without the permission (OP-56). */
export type Refusal = 'access-denied' | 'not-found' | 'redirect-404';

/** A spinner until permissions are known. */
export function RequirePermission({ permission, otherwise }: { permission: Permission; otherwise: Refusal }) {
  const { data: me, error, refetch } = useGetMeQuery();
  if (!me) {
    return error ? (
      <ErrorState title="Failed to fetch user profile" onRetry={() => void refetch()}>
        {'message' in error ? error.message : null}
      </ErrorState>
    ) : (
      <LoadingView screen />
    );
  }
  if (me.permissions[permission]) return <Outlet />;
  if (otherwise === 'access-denied') return <AccessDenied />;
  return otherwise === 'redirect-404' ? <Navigate to="/404" replace /> : <NotFoundPage />;
}

/**
 * Project of the path. An unknown or inaccessible one shows the 404 page (AUTH-37); a gateway error shows its message
 * with a retry.
 */
export function ProjectScope() {
  const params = useParams();
  const id = params.projectId ?? '';
  const { currentData: project, error, refetch } = useGetProjectQuery(id, { skip: id === '' });
  const access = useGetProjectAccessQuery(id, { skip: !project || project.access_role !== undefined });
  const isGone = isNotAccessible(error);
  // the stream also reports when the viewer of this page gains access
  useLiveChanges(isGone ? null : project?.id);
  useProjectPresence(isGone ? undefined : project?.id);
  const unchecked = access.error && !access.currentData && 'message' in access.error ? access.error.message : undefined;
  useEffect(() => {
    // the screens stay, read-only (ERR-28)
    if (unchecked !== undefined)
      notify({ type: 'error', title: 'Failed to check project access', description: unchecked });
  }, [unchecked]);
  // projects include the caller's role; the access check is a fallback for gateways that omit it
  const role = project?.access_role ?? access.currentData?.role;
  const value = useMemo(() => project && { project, role, ...rightsOf(role) }, [project, role]);
  if (id === '') return <Navigate to="/404" replace />;
  // a project that disappeared since also counts as not found
  if (isGone) {
    return (
      <Main>
        <NotFoundPage>
          {project
            ? 'This project is no longer open to you: it was deleted, or your access to it has ended. Its owner can tell you more.'
            : null}
        </NotFoundPage>
      </Main>
    );
  }
  if (!value) {
    return (
      <Main>
        {error ? (
          <ErrorState title="Failed to fetch project" onRetry={() => void refetch()}>
            {'message' in error ? error.message : null}
          </ErrorState>
        ) : (
          <LoadingView screen label="Loading project..." />
        )}
      </Main>
    );
  }
  return (
    <ProjectContext value={value}>
      <Outlet />
    </ProjectContext>
  );
}
