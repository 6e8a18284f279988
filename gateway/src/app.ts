import { existsSync } from 'node:fs';
import path from 'node:path';
import express, { json, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { notFound, type Broker, type KeyValue, type Logger, type Metrics } from '@symbio/kit';
import type { Callers } from './auth/callers.js';
import type { Clients } from './clients.js';
import type { GatewayConfig } from './config.js';
import { errorHandler } from './errors.js';
import { proxy } from './files/proxies.js';
import { uploadDocuments } from './files/upload.js';
import { idempotency } from './idempotency.js';
import { live } from './live.js';
import { annotations } from './public/annotations.js';
import { authors } from './public/authors.js';
import { documents as publicDocuments } from './public/documents.js';
import { features } from './public/features.js';
import { issues } from './public/issues.js';
import { mentions } from './public/mentions.js';
import { projects } from './public/projects.js';
import { trackRequests } from './request.js';
import { methods, signedInOnly } from './routing.js';
import { documents, listDocuments } from './spa/documents.js';
import { findings } from './spa/findings.js';
import { jobs } from './spa/jobs.js';
import { people } from './spa/people.js';
import { siteVisits } from './spa/site-visits.js';

export interface AppOptions {
  config: GatewayConfig;
  clients: Clients;
  callers: Callers;
  authRoutes: RequestHandler;
  registrationRoutes: RequestHandler;
  broker: Broker;
  /** First answers under an Idempotency-Key. */
  answers: KeyValue;
  metrics: Metrics;
  log: Logger;
}

/** Largest JSON body: a mention's narrative, with room. */
const MAX_JSON = '1mb';

const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      // Fluent UI writes its styles into style elements at run time
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  // whoever ends TLS in front of the gateway says this
  strictTransportSecurity: false,
});

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

/** The built SPA: hashed files are kept for ever, the page itself is asked for anew. */
function spa(folder: string): RequestHandler[] {
  const page = path.join(folder, 'index.html');
  return [
    express.static(folder, {
      index: false,
      setHeaders: (response, file) =>
        response.setHeader(
          'Cache-Control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
    (request, response, next) => {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.accepts('html')) return next();
      response.set('Cache-Control', 'no-cache').sendFile(page, { dotfiles: 'allow' });
    },
  ];
}

/** All routes of the one origin. */
export function createApp(options: AppOptions): { app: Express; close: () => void } {
  const { config, clients, callers, authRoutes, registrationRoutes, broker, metrics, log } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.TRUSTED_PROXIES);
  app.use(trackRequests, observe(metrics), securityHeaders);
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));

  app.use(
    '/files',
    (request, _response, next) => {
      // the file server signs and checks whole paths
      request.url = request.originalUrl;
      next();
    },
    proxy({
      target: config.FILES_ADDR,
      cut: '',
      away: 'Files are not available right now. Please try again in a moment.',
      log,
    }),
  );
  app.use(
    '/auth',
    proxy({ target: config.KEYCLOAK_URL, cut: '/auth', away: 'Signing in is not possible right now.', log }),
  );

  const stream = live(clients, broker, log);
  app.use('/api/auth', authRoutes);
  app.use('/api', registrationRoutes);
  app.use('/api', callers.recognise, signedInOnly);
  app.use('/api', stream.router);
  methods(app, '/api/documents', {
    get: [async (request, response) => void response.json(await listDocuments(clients, request))],
    post: [uploadDocuments(clients)],
  });
  app.use('/api', json({ limit: MAX_JSON }), idempotency(options.answers));
  app.use(
    '/api/public',
    authors(clients),
    projects(clients),
    publicDocuments(clients),
    annotations(clients),
    features(clients),
    mentions(clients),
    issues(clients),
  );
  app.use('/api', people(clients), siteVisits(clients), documents(clients), jobs(clients), findings(clients));
  app.use('/api', () => {
    throw notFound('This address');
  });
  if (config.WEB_DIR && existsSync(config.WEB_DIR)) app.use(...spa(path.resolve(config.WEB_DIR)));
  app.use(() => {
    throw notFound('This address');
  });
  app.use(errorHandler(log));
  return { app, close: () => stream.close() };
}
