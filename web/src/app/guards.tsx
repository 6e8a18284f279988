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
import { isOutOfReach } from '../lib/errors.js';
import { useLiveChanges } from '../lib/live.js';
import { useGetMeQuery } from '../lib/me.js';
import { ProjectContext, rightsOf } from '../lib/project-context.js';
import { renewSession, useSession } from '../lib/session.js';
import type { LoginState } from '../lib/return-path.js';
import { notify } from '../lib/toasts.js';
import { Main } from './layout/layouts.js';

/**
 * Milliseconds after which the signed-in user is read again: a changed role opens or closes screens, and a session that was
 * ended at the server ends here, too, without a click.
 */
const ME_AGAIN_MS = 60_000;

/** The screens of one person: another session in this browser draws them anew. */
function SignedIn({ hasLapsed }: { hasLapsed: boolean }) {
  useGetMeQuery(undefined, { pollingInterval: ME_AGAIN_MS, skipPollingIfUnfocused: true, refetchOnFocus: true });
  return (
    <>
      <Outlet />
      {hasLapsed ? <SessionEndedDialog /> : null}
    </>
  );
}

/**
 * Shows its routes to signed-in users; everybody else goes to the login screen and comes back from there (AUTH-03). A session
 * that ends while the screens are open leaves them as they are, with a dialog over them to sign in again.
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
    case 'signed-in':
      // the same screens, before and after the same person has signed in again
      return <SignedIn key={session.subject} hasLapsed={session.status === 'lapsed'} />;
  }
}

/** Where a user without the permission ends up: three screens, three ways (OP-56). */
export type Refusal = 'access-denied' | 'not-found' | 'redirect-404';

/** Shows its routes to users with a permission; a spinner until the permissions are known. */
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
 * Reads the project of the path and hands it to its screens. A project that is unknown or out of reach shows the 404 page
 * (AUTH-37); a gateway that fails shows its sentence and a way to try again.
 */
export function ProjectScope() {
  const params = useParams();
  const id = params.projectId ?? '';
  const { currentData: project, error, refetch } = useGetProjectQuery(id, { skip: id === '' });
  const access = useGetProjectAccessQuery(id, { skip: !project || project.access_role !== undefined });
  const isGone = isOutOfReach(error);
  // whoever is added to it while they look at its address is told that as what happens to them
  useLiveChanges(isGone ? null : project?.id);
  useProjectPresence(isGone ? undefined : project?.id);
  const unchecked = access.error && !access.currentData && 'message' in access.error ? access.error.message : undefined;
  useEffect(() => {
    // the screens stay, to be read only (ERR-28)
    if (unchecked !== undefined)
      notify({ type: 'error', title: 'Failed to check project access', description: unchecked });
  }, [unchecked]);
  // projects carry the caller's role; the access check answers for a gateway that leaves it out
  const role = project?.access_role ?? access.currentData?.role;
  const value = useMemo(() => project && { project, role, ...rightsOf(role) }, [project, role]);
  if (id === '') return <Navigate to="/404" replace />;
  // a project that was read before and is gone since is as much "not found" as one that never was
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
