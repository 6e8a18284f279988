import type { RequestHandler } from 'express';
import { createMetrics } from '@symbio/runtime';
import { createApp, type AppOptions } from './app.js';
import { setCaller, type Caller } from './http/request.js';
import { authRoutes } from './sign-in/routes.js';
import { invitationRoutes } from './sign-in/invitations.js';
import { questionnaireRoutes } from './sign-in/questionnaires.js';
import { sharedReportRoutes } from './sign-in/shared-reports.js';
import { passwordRoutes } from './sign-in/passwords.js';
import { registrationRoutes } from './sign-in/registration.js';
import { unfollowRoutes } from './sign-in/unfollow.js';
import { fakeBroker, limitsOf, memoryBucket, passThrough, silent } from './testing.js';

/** Has every property and can be called; not a promise. */
const anything = (): never =>
  new Proxy(() => undefined, { get: (_target, name) => (name === 'then' ? undefined : anything()) }) as never;

export interface TestApp extends Partial<Omit<AppOptions, 'config' | 'callers'>> {
  config?: Partial<AppOptions['config']>;
  /** Sets the caller of a request, or throws. */
  authenticate?: RequestHandler;
}

/** The whole gateway, with every route; by default no caller is signed in and services answer nothing. */
export function testApp({ config, authenticate = passThrough, ...options }: TestApp = {}) {
  const parts = { provider: anything(), callers: { authenticate: passThrough }, config: {}, log: silent };
  return createApp({
    config: {
      ...{ TRUSTED_PROXIES: 0, SESSION_COOKIE_SECURE: '0', BASE_MAP: '', KEYCLOAK_REALM: 'symbio' },
      ...{ KEYCLOAK_URL: 'http://127.0.0.1:9', FILES_ADDR: 'http://127.0.0.1:9', PUBLIC_URL: '' },
      ...config,
    } as AppOptions['config'],
    clients: anything(),
    callers: { authenticate, onUserChanged: () => undefined } as Partial<
      AppOptions['callers']
    > as AppOptions['callers'],
    ended: { onEnded: () => undefined },
    limits: limitsOf(),
    ...{ callerLimit: passThrough, admit: passThrough },
    keyAudit: { requests: passThrough } as AppOptions['keyAudit'],
    auditRequests: { requests: passThrough, files: passThrough } as AppOptions['auditRequests'],
    signInRoutes: [
      ...[authRoutes, passwordRoutes, registrationRoutes, invitationRoutes, questionnaireRoutes, sharedReportRoutes],
      ...[unfollowRoutes],
    ].flatMap((routes) => routes(parts as never)),
    broker: fakeBroker().broker,
    answers: memoryBucket(),
    metrics: createMetrics('test'),
    log: silent,
    ...options,
  });
}

/** Signs every request in as a caller. */
export const signedInAs =
  (caller: Caller): RequestHandler =>
  (request, _response, next) => {
    setCaller(request, caller);
    next();
  };
