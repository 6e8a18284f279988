import type { ComponentProps } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { LoadingView } from '../components/loading-view.js';
import { NotFoundPage } from '../components/not-found-page.js';
import type { RouteHandle } from './layout/screen-width.js';
import { RouteError } from './route-error.js';

/** Frame of signed-in screens; the sign-in screen does not wait for it. */
const frame = () => import('./frame.js');

const onlyWith = (rule: ComponentProps<Awaited<ReturnType<typeof frame>>['RequirePermission']>) => async () => {
  const { RequirePermission } = await frame();
  return { element: <RequirePermission {...rule} /> };
};

const full: RouteHandle = { width: 'full' };
const viewport: RouteHandle = { width: 'viewport' };

/** Screens of a project; each stage is a separate chunk. */
const projectScreens: RouteObject[] = [
  { index: true, element: <Navigate to="setup" replace /> },
  {
    path: 'setup',
    lazy: async () => ({ Component: (await import('../features/projects/setup-page.js')).SetupPage }),
  },
  {
    path: 'data-collection',
    lazy: async () => ({ Component: (await import('./screens/data-collection.js')).DataCollection }),
  },
  {
    path: 'documents/:documentId',
    handle: viewport,
    lazy: async () => ({ Component: (await import('./screens/document-viewer.js')).DocumentViewer }),
  },
  {
    path: 'documents/:documentId/split',
    handle: viewport,
    lazy: async () => ({ Component: (await import('../features/documents/splitting/split-page.js')).SplitPage }),
  },
  {
    path: 'time-machine',
    handle: viewport,
    lazy: async () => ({ Component: (await import('../features/time-machine/time-machine-page.js')).TimeMachinePage }),
  },
  {
    path: 'site-reconnaissance',
    lazy: async () => ({
      Component: (await import('../features/visits/site-reconnaissance-page.js')).SiteReconnaissancePage,
    }),
  },
  {
    path: 'insights',
    handle: full,
    lazy: async () => ({ Component: (await import('./screens/insights.js')).Insights }),
  },
  {
    path: 'map',
    handle: viewport,
    lazy: async () => ({ Component: (await import('../features/map/project-map-page.js')).ProjectMapPage }),
  },
  {
    path: 'records',
    handle: full,
    lazy: async () => ({ Component: (await import('../features/records/records-page.js')).RecordsPage }),
  },
  {
    path: 'records/requests',
    handle: full,
    lazy: async () => ({ Component: (await import('../features/records/requests/requests-page.js')).RequestsPage }),
  },
  {
    path: 'records/radius-report',
    handle: full,
    lazy: async () => ({ Component: (await import('../features/records/radius/radius-page.js')).RadiusPage }),
  },
  {
    path: 'coverage',
    handle: full,
    lazy: async () => ({ Component: (await import('../features/coverage/coverage-page.js')).CoveragePage }),
  },
  {
    path: 'report-generation',
    lazy: async () => ({
      Component: (await import('../features/report/report-generation-page.js')).ReportGenerationPage,
    }),
  },
  {
    path: 'sign-and-send',
    lazy: async () => ({ Component: (await import('../features/report/sign-and-send-page.js')).SignAndSendPage }),
  },
  {
    lazy: onlyWith({ permission: 'canManageAgents', otherwise: 'access-denied' }),
    children: [
      {
        path: 'agents',
        lazy: async () => ({ Component: (await import('../features/agents/agents-page.js')).AgentsPage }),
      },
      {
        path: 'agents/scorecard',
        handle: full,
        lazy: async () => ({
          Component: (await import('../features/agents/scorecard/scorecard-page.js')).ScorecardPage,
        }),
      },
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

const settingsScreens: RouteObject[] = [
  {
    // both paths show the profile (NAV-14)
    index: true,
    lazy: async () => ({ Component: (await import('./screens/account.js')).Account }),
  },
  {
    path: 'profile',
    lazy: async () => ({ Component: (await import('./screens/account.js')).Account }),
  },
  {
    path: 'notifications',
    lazy: async () => ({ Component: (await import('../features/settings/notifications-page.js')).NotificationsPage }),
  },
  {
    path: 'agency-lists',
    handle: full,
    lazy: async () => ({
      Component: (await import('../features/agency-lists/agency-lists-page.js')).AgencyListsPage,
    }),
  },
  {
    path: 'report-template',
    lazy: async () => ({
      Component: (await import('../features/report/report-template-page.js')).ReportTemplatePage,
    }),
  },
  {
    path: 'security',
    lazy: async () => ({ Component: (await import('./screens/account.js')).Security }),
  },
  {
    path: 'data-privacy',
    lazy: async () => ({ Component: (await import('../features/settings/data-privacy-page.js')).DataPrivacyPage }),
  },
  {
    lazy: onlyWith({ permission: 'canSeeReleaseNotes', otherwise: 'redirect-404' }),
    children: [
      {
        path: 'release-notes',
        lazy: async () => ({
          Component: (await import('../features/settings/release-notes-page.js')).ReleaseNotesPage,
        }),
      },
      {
        path: 'public-api',
        lazy: async () => ({ Component: (await import('./screens/public-api.js')).PublicApi }),
      },
    ],
  },
  {
    lazy: onlyWith({ permission: 'canManageUser', otherwise: 'not-found' }),
    children: [
      {
        path: 'user-management',
        lazy: async () => ({ Component: (await import('./screens/user-management.js')).UserManagement }),
      },
      {
        path: 'retained-reports',
        lazy: async () => ({
          Component: (await import('../features/report/retained-reports-page.js')).RetainedReportsPage,
        }),
      },
      {
        path: 'audit-trail',
        lazy: async () => ({ Component: (await import('../features/audit/audit-page.js')).AuditPage }),
      },
    ],
  },
  { path: '*', element: <NotFoundPage /> },
];

export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingView screen />,
    children: [
      {
        path: 'login',
        lazy: async () => ({ Component: (await import('../features/auth/login-page.js')).LoginPage }),
      },
      {
        // redirect target of single sign-on
        path: 'login/callback',
        lazy: async () => ({ Component: (await import('../features/auth/sso-callback-page.js')).SsoCallbackPage }),
      },
      {
        path: 'register',
        lazy: async () => ({ Component: (await import('../features/auth/register-page.js')).RegisterPage }),
      },
      {
        path: 'forgot-password',
        lazy: async () => ({
          Component: (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage,
        }),
      },
      {
        path: 'reset-password',
        lazy: async () => ({ Component: (await import('../features/auth/reset-password-page.js')).ResetPasswordPage }),
      },
      {
        path: 'invitation',
        lazy: async () => ({ Component: (await import('../features/auth/invitation-page.js')).InvitationPage }),
      },
      {
        path: 'questionnaire',
        lazy: async () => ({ Component: (await import('./screens/questionnaire.js')).QuestionnaireScreen }),
      },
      {
        path: 'shared-report',
        lazy: async () => ({ Component: (await import('./screens/shared-report.js')).SharedReportScreen }),
      },
      {
        // linked from an e-mail; the token replaces the sign-in
        path: 'unfollow',
        lazy: async () => ({ Component: (await import('./screens/unfollow.js')).UnfollowScreen }),
      },
      {
        lazy: async () => ({ Component: (await frame()).RequireAuth }),
        children: [
          {
            lazy: async () => ({ Component: (await frame()).AppLayout }),
            children: [
              {
                lazy: async () => ({ Component: (await frame()).MainLayout }),
                children: [
                  {
                    index: true,
                    lazy: async () => ({
                      Component: (await import('../features/projects/dashboard-page.js')).DashboardPage,
                    }),
                  },
                  {
                    path: 'map',
                    handle: viewport,
                    lazy: async () => ({
                      Component: (await import('../features/map/projects-map-page.js')).ProjectsMapPage,
                    }),
                  },
                  {
                    path: 'search',
                    lazy: async () => ({
                      Component: (await import('../features/page-search/search-page.js')).SearchPage,
                    }),
                  },
                  {
                    path: 'issues',
                    lazy: async () => ({
                      Component: (await import('../features/issues/list/issues-page.js')).IssuesPage,
                    }),
                  },
                  {
                    // by id or short number (NAV-03)
                    path: 'issues/:issueId',
                    lazy: async () => ({
                      Component: (await import('../features/issues/detail/issue-page.js')).IssuePage,
                    }),
                  },
                  // a project route without an id (NAV-05)
                  { path: 'projects', element: <Navigate to="/404" replace /> },
                  { path: '*', element: <NotFoundPage /> },
                ],
              },
              {
                path: 'projects/:projectId',
                lazy: async () => ({ Component: (await frame()).ProjectScope }),
                children: [
                  {
                    lazy: async () => ({ Component: (await frame()).ProjectLayout }),
                    children: projectScreens,
                  },
                ],
              },
              {
                path: 'settings',
                lazy: async () => ({ Component: (await frame()).SettingsLayout }),
                children: settingsScreens,
              },
            ],
          },
        ],
      },
    ],
  },
];

export const createRouter = (): ReturnType<typeof createBrowserRouter> => createBrowserRouter(routes);
