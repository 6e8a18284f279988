import { existsSync } from 'node:fs';
import path from 'node:path';
import { annotations, mentions, openApiDocument, operations } from '@symbio/api';
import express, { type Express, type RequestHandler } from 'express';
import { systemClock, type Logger, type Metrics } from '@symbio/runtime';
import type { Broker, KeyValue } from '@symbio/events';
import type { AuditRequests } from './http/audit/requests.js';
import type { Callers } from './http/auth/callers.js';
import type { EndedSessions } from './http/auth/ended-sessions.js';
import { readOnlyKeys } from './http/auth/key-access.js';
import type { KeyAudit } from './http/auth/key-audit.js';
import { providerPagesOnly } from './sign-in/provider-pages.js';
import type { RateLimits } from './http/auth/rate-limits.js';
import type { Clients } from './clients.js';
import type { GatewayConfig } from './config.js';
import { cursors } from './live/cursors.js';
import { errorHandler } from './http/errors.js';
import { proxy } from './files/proxies.js';
import { sharedIiif } from './files/shared-iiif.js';
import { listUploads } from './files/list-uploads.js';
import { uploads } from './files/uploads.js';
import { batchBodies, usualBodies } from './http/admission/json-bodies.js';
import { idempotency, rightsBy } from './http/idempotency.js';
import { lazy } from './http/lazy.js';
import { live } from './live/stream.js';
import { mcpRoutes } from './mcp/routes.js';
import { createBaseMap } from './base-map/base-map.js';
import { describedInMarkdown } from './public/markdown.js';
import { openApi, versioned } from './public/open-api.js';
import { presence } from './live/presence.js';
import { publicRouter, publicRoutes } from './public/index.js';
import { byStreaming, serveRoutes, type AnyRoute, type RawRoute, type Route } from './http/serve.js';
import { requestOf, takesKeys, trackRequests, type Caller } from './http/request.js';
import { neverStored, securityHeaders } from './http/security-headers.js';
import {
  limitPipelining,
  jsonOnly,
  jsonTimeout,
  nothingHere,
  requireOneHost,
  routeIndex,
  shallowOnly,
  signedInOnly,
  strictRouter,
} from './http/routing.js';
import { alignments } from './spa/alignments.js';
import { apiKeys } from './spa/api-keys.js';
import { assignments } from './spa/assignments.js';
import { audit } from './spa/audit.js';
import { addressCheck } from './spa/address-check.js';
import { changes } from './spa/changes.js';
import { deletedProjects } from './spa/deleted-projects.js';
import { documents } from './spa/documents.js';
import { projectExports } from './spa/exports.js';
import { findings } from './spa/findings.js';
import { invitations } from './spa/invitations.js';
import { jobs } from './spa/jobs.js';
import { pageSearch } from './spa/page-search.js';
import { searchOfAll } from './spa/search-of-all.js';
import { people } from './spa/people.js';
import { photographs } from './spa/photographs.js';
import { questionnaireLinks } from './spa/questionnaire-links.js';
import { reportShareLinks } from './spa/report-share-links.js';
import { reportVersions } from './spa/report-versions.js';
import { retainedReports } from './spa/retained-reports.js';
import { reportTemplates } from './spa/report-templates.js';
import { shareLinks } from './spa/share-links.js';
import { streets } from './spa/streets.js';
import { siteVisits } from './spa/site-visits.js';
import { translateIssue } from './spa/translate-issue.js';
import { pages } from './web/pages.js';
import { GATEWAY_PATHS } from './web/paths.js';

export interface AppOptions {
  config: GatewayConfig;
  clients: Clients;
  callers: Callers;
  ended: Pick<EndedSessions, 'onEnded'>;
  limits: RateLimits;
  callerLimit: RequestHandler;
  admit: RequestHandler;
  keyAudit: KeyAudit;
  auditRequests: AuditRequests;
  /** Sign-in, registration, passwords, and links in mails. */
  signInRoutes: readonly RawRoute[];
  broker: Broker;
  /** Cached first responses by Idempotency-Key. */
  answers: KeyValue;
  metrics: Metrics;
  log: Logger;
}

const BATCHES = new Set(
  [annotations.createAnnotations, mentions.createMentions].map(({ path: at }) => `/api/public${at}`),
);
/** Milliseconds for a JSON body to arrive: 1 MB at 300 kbit/s, 8 MB at 2.3 Mbit/s. */
const JSON_MS = 30_000;

const observe =
  (metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const stop = metrics.httpServed.startTimer({ method: request.method });
    response.on('finish', () => {
      const route = request.route as { path?: string } | undefined;
      stop({ route: route?.path ? `${request.baseUrl}${route.path}` : 'other', status: response.statusCode });
    });
    next();
  };

/** Whether a path, in any spelling, is one of the gateway's routes. */
function isGatewayPath(at: string): boolean {
  const [, first = ''] = at.split('/');
  const plain = first.replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  return (GATEWAY_PATHS as readonly string[]).includes(`/${plain.toLowerCase()}`);
}

/** Handlers of the screens' operations. */
const appRoutes = (clients: Clients): Route[] =>
  [
    addressCheck,
    alignments,
    apiKeys,
    assignments,
    audit,
    changes,
    deletedProjects,
    documents,
    findings,
    invitations,
    jobs,
    listUploads,
    pageSearch,
    people,
    photographs,
    projectExports,
    questionnaireLinks,
    searchOfAll,
    reportShareLinks,
    reportVersions,
    retainedReports,
    reportTemplates,
    shareLinks,
    siteVisits,
    streets,
    translateIssue,
    uploads,
  ].flatMap((routes) => routes(clients));

/** All routes of the single origin. */
export function createApp(options: AppOptions): { app: Express; close: () => void } {
  const { config, clients, callers, ended, limits, auditRequests, broker, metrics, log } = options;
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  const index = routeIndex();
  const mount = (prefix: '' | '/api' | '/api/public', ...routers: RequestHandler[]): void => {
    index.add(prefix, ...routers);
    app.use(prefix || '/', ...routers);
  };
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.TRUSTED_PROXIES);
  app.use(
    limitPipelining,
    trackRequests,
    observe(metrics),
    securityHeaders(config.SESSION_COOKIE_SECURE === '1'),
    requireOneHost,
  );
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));

  const files = proxy({
    targets: config.FILES_ADDR.split(','),
    stripPrefix: '',
    unavailableMessage: 'Files are not available right now. Please try again in a moment.',
    log,
  });
  app.use(
    '/iiif',
    sharedIiif({ clients, publicUrl: config.PUBLIC_URL, asSelf: (request) => options.callers.self(request) }),
  );
  app.use(
    ['/files', '/iiif'],
    (request, _response, next) => {
      // the file server signs and verifies full paths
      request.url = request.originalUrl;
      next();
    },
    auditRequests.files,
    files,
  );
  app.use(
    '/auth',
    providerPagesOnly(config.KEYCLOAK_REALM),
    limits.providerForms,
    proxy({
      targets: [config.KEYCLOAK_URL],
      stripPrefix: '/auth',
      unavailableMessage: 'Signing in is not possible right now.',
      log,
    }),
  );

  const serving = {
    checkAnswers: config.CHECK_ANSWERS === '1',
    publicUrl: config.PUBLIC_URL,
    answers: options.answers,
    limits,
    tokenFor: (caller: Caller) => callers.tokenFor(caller),
  };
  const { authenticate } = callers;
  const { callerLimit, admit, keyAudit } = options;
  const routes = publicRoutes(clients, createBaseMap(config, log));
  app.use(['/api', '/mcp'], jsonTimeout(JSON_MS));
  app.use(['/api/public', '/mcp'], takesKeys);
  app.use(index.find);
  app.use('/mcp', auditRequests.requests);
  mount(
    '',
    mcpRoutes({
      ...serving,
      routes: routes.all,
      authenticate,
      callerLimit,
      admit,
      audit: keyAudit,
      auditRequests,
      log,
    }),
  );

  const stream = live({ clients, callers, ended, broker, log, issueAccess: config.ISSUE_ACCESS });
  const pointers = cursors(clients, callers, broker, systemClock);
  app.use('/api', neverStored, auditRequests.requests);
  const mountApp = (routes: readonly AnyRoute[]): void => {
    const router = strictRouter();
    serveRoutes(router, routes, serving);
    mount('/api', router);
  };
  const document = lazy(() => openApiDocument(operations));
  const ofApp = [
    ...options.signInRoutes,
    ...openApi(document),
    ...stream.routes,
    ...presence(clients, broker, systemClock),
    ...pointers.routes,
    ...appRoutes(clients),
  ];
  const isOpen = ({ operation }: AnyRoute): boolean => operation.access === 'open';
  app.use('/api/public', versioned);
  mountApp(ofApp.filter(isOpen));
  mount('', describedInMarkdown(document, config.PUBLIC_URL));
  const [usual, batch] = [usualBodies(), batchBodies()];
  const jsonFirst: RequestHandler = (request, response, next) =>
    (BATCHES.has(requestOf(request).matched?.path ?? '') ? batch : usual)(request, response, next);
  app.use('/api', callers.authenticate, signedInOnly, callerLimit, jsonFirst, admit, keyAudit.requests, readOnlyKeys);
  const { streamed, others } = byStreaming(ofApp.filter((one) => !isOpen(one)));
  mountApp(streamed);
  mount('/api/public', publicRouter(routes.forms, serving));
  app.use('/api', jsonOnly, shallowOnly, idempotency(options.answers, rightsBy(clients.project)));
  mount('/api/public', publicRouter(routes.rest, serving));
  mountApp(others);
  app.use('/api', () => {
    throw nothingHere();
  });
  app.use((request, _response, next) => {
    // an API address in another spelling, also with two slashes, must not serve the SPA
    if (isGatewayPath(request.path.replace(/^\/+/, '/'))) throw nothingHere();
    next();
  });
  if (config.WEB_DIR && existsSync(config.WEB_DIR)) app.use(...pages(path.resolve(config.WEB_DIR)));
  app.use(() => {
    throw nothingHere();
  });
  app.use(errorHandler(log));
  const close = (): void => {
    pointers.close();
    stream.close();
  };
  return { app, close };
}
