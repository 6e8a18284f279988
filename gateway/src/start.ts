import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { ServiceHost } from '@symbio/events';
import { UPLOAD_DRAIN_MS, UPLOAD_LAST_RESORT_MS, type RunningService, type ServiceModule } from '@symbio/runtime';
import { hostPort } from '@symbio/rpc';
import { keycloakDependency } from '@symbio/keycloak';
import { admission } from './http/admission/admission.js';
import { createApp } from './app.js';
import { auditRecorder } from './http/audit/recorder.js';
import { auditRequests } from './http/audit/requests.js';
import { createCallers } from './http/auth/callers.js';
import { keyAudit } from './http/auth/key-audit.js';
import { callerLimits } from './http/auth/key-limits.js';
import { sessionCookie } from './sign-in/cookies.js';
import { ENDED_BUCKET, ENDED_MS, endedSessions } from './http/auth/ended-sessions.js';
import { keycloakVerifier } from './http/auth/keycloak.js';
import { BROWSERS_BUCKET, BROWSERS_MS, knownBrowsers } from './sign-in/known-browsers.js';
import { passwordRoutes } from './sign-in/passwords.js';
import { identityProvider } from './sign-in/provider.js';
import { COUNTS_BUCKET, COUNTS_MS, rateLimits } from './http/auth/rate-limits.js';
import { invitationRoutes } from './sign-in/invitations.js';
import { questionnaireRoutes } from './sign-in/questionnaires.js';
import { sharedReportRoutes } from './sign-in/shared-reports.js';
import { registrationRoutes } from './sign-in/registration.js';
import { authRoutes } from './sign-in/routes.js';
import { GRACE_MS, REFRESHES_BUCKET, SessionRefresher } from './sign-in/session-refresher.js';
import { unfollowRoutes } from './sign-in/unfollow.js';
import { connectClients } from './clients.js';
import { readConfig, type GatewayConfig } from './config.js';
import { IDEMPOTENCY_MS } from './http/idempotency.js';

export interface RunningGateway extends RunningService {
  url: string;
  app: Express;
}

/** Starts the gateway: one origin for the SPA, the API, files and sign-in. */
export async function start(config: GatewayConfig): Promise<RunningGateway> {
  const host = await ServiceHost.connect({ name: 'gateway', config, drainMs: UPLOAD_DRAIN_MS });
  const bucket = (name: string, maxAgeMs: number) => host.prepared(() => host.broker.keyValue(name, maxAgeMs));
  const clients = connectClients(host, config);
  const verifier = keycloakVerifier(config);
  const ended = endedSessions({ ended: await bucket(ENDED_BUCKET, ENDED_MS), broker: host.broker, log: host.log });
  const { identity } = clients;
  const callers = createCallers({ verifier, identity, tokens: host.tokens, broker: host.broker, ended });
  const provider = identityProvider(config);
  const browsers = knownBrowsers({
    browsers: await bucket(BROWSERS_BUCKET, BROWSERS_MS),
    secureCookie: config.SESSION_COOKIE_SECURE === '1',
    log: host.log,
  });
  const limits = rateLimits({
    counts: await bucket(COUNTS_BUCKET, COUNTS_MS),
    log: host.log,
    isKnown: (request, email) => browsers.isKnown(request, email),
  });
  const limited = callerLimits({
    broker: host.broker,
    log: host.log,
    perKey: config.API_KEY_REQUESTS_PER_MINUTE,
    perPerson: config.PERSON_REQUESTS_PER_MINUTE,
  });
  host.lifecycle.onStop('stop-intake', 'limits of callers', () => limited.close());
  const recorder = auditRecorder({ broker: host.broker, metrics: host.metrics, log: host.log, clock: host.clock });
  host.lifecycle.onStop('flush-outbox', 'audit trail', () => recorder.stop());
  const { app, close } = createApp({
    config,
    clients,
    callers,
    ended,
    limits,
    callerLimit: limited.limit,
    admit: admission(config.REQUESTS_AT_ONCE, host.metrics),
    keyAudit: keyAudit({ broker: host.broker, log: host.log, clock: host.clock }),
    auditRequests: auditRequests(recorder),
    signInRoutes: [
      ...authRoutes({
        config,
        provider,
        verifier,
        callers,
        identity,
        browsers,
        ended,
        refresher: new SessionRefresher({
          provider,
          refreshes: await host.broker.keyValue(REFRESHES_BUCKET, GRACE_MS),
          log: host.log,
        }),
        log: host.log,
      }),
      ...passwordRoutes({
        provider,
        callers,
        identity,
        ended,
        cookie: sessionCookie(config.SESSION_COOKIE_SECURE === '1'),
        log: host.log,
      }),
      ...registrationRoutes({ callers, identity, log: host.log }),
      ...invitationRoutes({ callers, project: clients.project }),
      ...questionnaireRoutes({ callers, project: clients.project }),
      ...sharedReportRoutes({ callers, reports: clients.reports, publicUrl: config.PUBLIC_URL }),
      ...unfollowRoutes({ issue: clients.issue, callers }),
    ],
    broker: host.broker,
    answers: await bucket('idempotency', IDEMPOTENCY_MS),
    metrics: host.metrics,
    log: host.log,
  });
  const server = createServer(app);
  // uploads of 200 MB over slow connections exceed Node's default of five minutes
  server.requestTimeout = 0;
  host.http({ what: 'gateway', server, host: config.HOST, port: config.PORT, onDrain: close });
  // its keys are cached: existing sessions survive an outage
  host.dependsOn({ ...keycloakDependency(config, true), neededFor: 'start' });
  const running = await host.run();
  const { port } = (server.address() as AddressInfo | null) ?? { port: config.PORT };
  const url = `http://${hostPort(config.HOST, port)}`;
  if (!config.prepareOnly) host.log.info({ url }, 'gateway listens');
  return { ...running, url, app };
}

export const gateway: ServiceModule<GatewayConfig> = {
  name: 'gateway',
  readConfig,
  start,
  lastResortMs: UPLOAD_LAST_RESORT_MS,
};
